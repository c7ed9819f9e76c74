import { filsTyped, peopleOf } from "#pwa/company/rules";
import { rulesWords } from "#pwa/words/rules";

export type Payer = "employees" | "company" | "both";

/** Who pays, as it stands in the form. (D3) */
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

/** What the company agreed to, in the server's words: fils, percent, and null for no cap. (D12) */
export type Share = { share_value: number; share_type: string; share_cap: number | null; share_duration: string };

export function shareOfValues(values: ShareValues): Share {
  const none = { share_cap: null, share_duration: "Daily" };
  if (values.who === "employees") return { share_value: 0, share_type: "Flat", ...none };
  if (values.who === "company") return { share_value: 100, share_type: "Percentage", ...none };
  const cap = values.cap.trim() ? filsTyped(values.cap) : null;
  return {
    share_value: values.share_type === "Flat" ? filsTyped(values.amount) : peopleOf(values.percent),
    share_type: values.share_type,
    share_cap: cap,
    share_duration: cap === null ? "Daily" : values.share_duration,
  };
}

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
