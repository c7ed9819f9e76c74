import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "#pwa/ui/icon";

type Props = {
  /** Pressed or not: a filter. Leave it out for a chip that opens something. */
  on?: boolean;
  icon?: IconName;
  count?: number;
  /** Dark when chosen: one of a row, such as a week. */
  ink?: boolean;
  children: ReactNode;
} & ComponentProps<"button">;

/** A pill that is on or off, or opens something. A row of them goes in `<div className="chips">`. */
export const Chip = ({ on, icon, count, ink, children, className, ...rest }: Props) => (
  <button
    type="button"
    aria-pressed={on}
    {...rest}
    className={`chip${ink ? " ink" : ""}${className ? ` ${className}` : ""}`}
  >
    {icon && <Icon name={icon} size="s" />}
    {on && !ink && !icon && <Icon name="check" size="xs" />}
    {children}
    {count ? <span className="cnt">{count}</span> : null}
  </button>
);
