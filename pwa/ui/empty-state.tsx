import type { ReactNode } from "react";
import { Icon, type IconName } from "#pwa/ui/icon";

type Props = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode };

/** Why there is nothing here yet, and what to do about it. */
export const EmptyState = ({ icon, title, children, action }: Props) => (
  <div className="card emptybox">
    <span className="disc">
      <Icon name={icon} />
    </span>
    <h2 className="h3 mt4">{title}</h2>
    {children && <p className="sm t2 mt2">{children}</p>}
    {action && <div className="mt4">{action}</div>}
  </div>
);
