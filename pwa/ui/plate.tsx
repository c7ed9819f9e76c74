import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "#pwa/ui/icon";

export type PlateState = "empty" | "filled" | "confirmed" | "pending" | "waiting" | "needs-you" | "swapped" | "locked";

const marks: Record<PlateState, { icon: IconName; tone: string } | null> = {
  empty: null,
  filled: null,
  confirmed: { icon: "check", tone: "" },
  pending: { icon: "clock", tone: "warn" },
  waiting: { icon: "cloudup", tone: "info" },
  "needs-you": { icon: "alert", tone: "bad" },
  swapped: { icon: "swap", tone: "info" },
  locked: { icon: "lock", tone: "mute" },
};

type Props = {
  state: PlateState;
  /** "Mon" */
  day: string;
  /** "10" */
  number: string;
  /** The label for a screen reader: "Confirmed, Shish tawook". */
  label: string;
  current?: boolean;
  /** How many lunches, where it is more than one. */
  times?: number;
  /** A link with `to`, a button with `onPress`, else only a picture. */
  to?: string;
  onPress?: () => void;
  /** The picture, a 52 px round. */
  children?: ReactNode;
};

/** One day of the week as a plate. Five of them go into `<div className="plates">`. */
export function Plate({ state, day, number, label, current, times = 1, to, onPress, children }: Props) {
  const mark = children ? marks[state] : null;
  const className = `plate ${state}${children ? "" : " bare"}`;
  const inside = (
    <>
      <span className="disc">
        {children ?? <Icon name={state === "locked" ? "lock" : state === "empty" ? "plus" : "plate"} size="s" />}
        {mark && (
          <span className={`mark ${mark.tone}`}>
            <Icon name={mark.icon} />
          </span>
        )}
        {times > 1 && (
          <span className="times" aria-hidden="true">
            ×{times}
          </span>
        )}
      </span>
      <span className="d">{day}</span> <span className="n">{number}</span>
      <span className="sr">, {label}</span>
    </>
  );
  const shared = { className, "aria-current": current ? ("date" as const) : undefined };
  if (to) {
    return (
      <Link to={to} {...shared}>
        {inside}
      </Link>
    );
  }
  if (onPress) {
    return (
      <button type="button" onClick={onPress} {...shared}>
        {inside}
      </button>
    );
  }
  return <span {...shared}>{inside}</span>;
}
