import { filsTyped, peopleOf } from "#pwa/company/company-rules";
import { rulesWords } from "#pwa/i18n/rules";

export type Payer = "employees" | "company" | "both";

/** The form's values for who pays. */
export type ShareValues = {
  who: Payer;
  share_type: "Percentage" | "Flat";
  percent: string;
  amount: string;
  cap: string;
  share_duration: "Daily" | "Weekly" | "Monthly";
};

export const usualShare: ShareValues = {
  who: "both",
  share_type: "Percentage",
  percent: "50",
  amount: "20",
  cap: "",
  share_duration: "Monthly",
};

/** The terms that the company agreed to, as the server stores them: amounts in fils, percentages in percent, null for no cap. */
export type Share = { share_value: number; share_type: string; share_cap: number | null; share_duration: string };

/** Shares are counted by the period also without a limit, so that what was used of it stays in sight when the limit goes. */
export function shareOfValues(values: ShareValues): Share {
  const { share_duration } = values;
  const none = { share_cap: null, share_duration };
  if (values.who === "employees") return { share_value: 0, share_type: "Flat", ...none };
  if (values.who === "company") return { share_value: 100, share_type: "Percentage", ...none };
  return {
    share_value: values.share_type === "Flat" ? filsTyped(values.amount) : peopleOf(values.percent),
    share_type: values.share_type,
    share_cap: values.cap.trim() ? filsTyped(values.cap) : null,
    share_duration,
  };
}

/** The share as form values. "Daily" without a limit is the stored value when no period was ever chosen. */
export function valuesOfShare({ share_value, share_type, share_cap, share_duration }: Share): ShareValues {
  const flat = share_type === "Flat";
  const all = !flat && share_value === 100 && share_cap === null;
  return {
    ...usualShare,
    who: share_value === 0 ? "employees" : all ? "company" : "both",
    share_type: flat ? "Flat" : "Percentage",
    ...(share_value > 0 && (flat ? { amount: typed(share_value) } : { percent: String(share_value) })),
    cap: share_cap === null ? "" : typed(share_cap),
    ...((share_cap !== null || share_duration !== "Daily") && {
      share_duration: share_duration as ShareValues["share_duration"],
    }),
  };
}

const typed = (fils: number) => (fils % 100 ? (fils / 100).toFixed(2) : String(fils / 100));

export function shareFaults(values: ShareValues): { [name in keyof ShareValues]?: string } {
  if (values.who !== "both") return {};
  const { share_value, share_cap } = shareOfValues(values);
  const flat = values.share_type === "Flat";
  const most = flat ? 100_000 : 100;
  const least = flat ? 100 : 1;
  const wrong = !(share_value >= least && share_value <= most);
  return {
    amount: flat && wrong ? rulesWords.amount : undefined,
    percent: !flat && wrong ? rulesWords.percent : undefined,
    cap: share_cap !== null && !(share_cap >= 100) ? rulesWords.cap : undefined,
  };
}
