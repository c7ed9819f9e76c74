import type { ComponentProps } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "#pwa/ui/icon";

type Props = {
  icon: IconName;
  /** What it does, read aloud; with a count, say the count here too. */
  label: string;
  count?: number;
  solid?: boolean;
  flip?: boolean;
  small?: boolean;
} & (({ to: string } & Omit<ComponentProps<"a">, "href">) | ({ to?: undefined } & ComponentProps<"button">));

/** A 44 px round target with a picture and no visible words. */
export function IconButton({ icon, label, count, solid, flip, small, ...rest }: Props) {
  const inside = (
    <>
      <Icon name={icon} flip={flip} size={small ? "s" : undefined} />
      {count ? (
        <span className="dot" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </>
  );
  const shared = { className: `iconbtn${solid ? " solid" : ""}`, "aria-label": label };
  if (rest.to !== undefined) {
    return (
      <Link {...rest} {...shared}>
        {inside}
      </Link>
    );
  }
  const { to: _, ...button } = rest;
  return (
    <button type="button" {...button} {...shared}>
      {inside}
    </button>
  );
}
