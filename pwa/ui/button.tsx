import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "#pwa/ui/icon";

type Look = {
  /** pri: the one main action · soft · out: outline · ghost: quiet · danger: destroys · hello: saffron, money. */
  look?: "pri" | "soft" | "out" | "ghost" | "danger" | "hello";
  size?: "lg";
  full?: boolean;
  icon?: IconName;
  /** Drawn after the words; arrows turn round in right-to-left. */
  after?: IconName;
  /** Keeps width and words, shows that something is under way and refuses a second press. */
  busy?: boolean;
  children: ReactNode;
};
type Props = Look &
  (
    | ({ to: string; replace?: boolean; state?: unknown } & Omit<ComponentProps<"a">, "href">)
    | ({ to?: undefined } & ComponentProps<"button">)
  );

/** A button, or a link that looks like one when it has `to`. Never less than 44 px. */
export function Button({ look, size, full, icon, after, busy, className, children, ...rest }: Props) {
  const classes = ["btn", look, size, full && "full", busy && "busy", className].filter(Boolean).join(" ");
  const inside = (
    <>
      {icon && <Icon name={icon} size="s" />}
      {children}
      {after && <Icon name={after} size="s" flip />}
    </>
  );
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={classes}>
        {inside}
      </Link>
    );
  }
  const { to: _, onClick, ...button } = rest;
  return (
    <button
      type="button"
      {...button}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (press) => press.preventDefault() : onClick}
    >
      {inside}
    </button>
  );
}
