import type { ReactNode } from "react";
import { uiWords } from "#pwa/i18n/app";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = { title: string; children?: ReactNode; onRetry?: () => void; busy?: boolean };

/** Something did not work, said at once, with a way to try again. */
export const ErrorBox = ({ title, children, onRetry, busy }: Props) => (
  <div className="card emptybox" role="alert">
    <span className="disc">
      <Icon name="err" />
    </span>
    <h2 className="h3 mt4">{title}</h2>
    {children && <p className="sm t2 mt2">{children}</p>}
    {onRetry && (
      <div className="mt4">
        <Button look="out" onClick={onRetry} busy={busy}>
          {uiWords.tryAgain}
        </Button>
      </div>
    )}
  </div>
);
