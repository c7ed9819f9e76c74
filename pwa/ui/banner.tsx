import type { ReactNode } from "react";
import { Icon, type IconName } from "#pwa/ui/icon";

type Props = {
  /** off: no connection · sync: under way · okk: done · warn: soon too late · bad: a decision is needed · none: plain. */
  tone?: "off" | "sync" | "okk" | "warn" | "bad";
  icon: IconName;
  title?: ReactNode;
  children?: ReactNode;
  /** A `<Button>`. */
  action?: ReactNode;
  /** 0 to 1. */
  progress?: number;
  round?: boolean;
};

/** One calm line about the state of things. It pushes content down and never covers it. */
export const Banner = ({ tone, icon, title, children, action, progress, round }: Props) => (
  <div className={`banner ${tone ?? ""}${round ? " round" : ""}`} role="status">
    <Icon name={icon} />
    <span className="grow">
      {title && <b>{title}</b>}
      {children}
    </span>
    {action}
    {progress !== undefined && <span className="done" style={{ inlineSize: `${Math.round(progress * 100)}%` }} />}
  </div>
);
