import type { ReactNode } from "react";
import { Button } from "#pwa/ui/button";
import { Mark } from "#pwa/ui/logo";
import { Skeleton } from "#pwa/ui/skeleton";

type Props = {
  title: string;
  text?: ReactNode;
  action?: { label: string; press: () => void };
  busy?: boolean;
  children?: ReactNode;
};

/** One thing that the whole tablet is about: why it does not sell, or what it needs first. */
export const TillNotice = ({ title, text, action, busy, children }: Props) => (
  <div className="till-notice">
    <div className="card till-box">
      <span className="till-mark">
        <Mark />
      </span>
      <h1 className="h2" role={busy ? "status" : undefined}>
        {title}
      </h1>
      {text && <p className="t2">{text}</p>}
      {busy && <Skeleton height="7rem" />}
      {children}
      {action && (
        <Button look="pri" size="lg" full onClick={action.press}>
          {action.label}
        </Button>
      )}
    </div>
  </div>
);
