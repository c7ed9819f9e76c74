import type { ReactNode } from "react";
import { formatAed } from "#pwa/i18n/amounts";

type Props = {
  /** Integer fils. */
  fils: number;
  label?: ReactNode;
  /** An earlier or undiscounted amount, struck through. */
  was?: number;
  note?: ReactNode;
  big?: boolean;
};

/** An amount to pay: a small label, the amount large, and a line of explanation. */
export const Price = ({ fils, label, was, note, big }: Props) => (
  <div className="pay">
    {label && <span>{label}</span>}
    {was !== undefined && was !== fils && <s className="num">{formatAed(was)}</s>}
    <b className={big ? "big" : undefined}>{formatAed(fils)}</b>
    {note && <span>{note}</span>}
  </div>
);
