import { kitchenWords } from "#pwa/i18n/kitchen";
import type { Trouble } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";

type Props = { trouble: Trouble; again: () => void; busy?: boolean; line?: boolean };

/** Why something is not here; as one line above what was here before. */
export function Troubled({ trouble, again, busy, line }: Props) {
  if (line)
    return (
      <p className="help" role="status">
        <Icon name="off" size="s" />
        <span>{trouble === "offline" ? kitchenWords.offline : kitchenWords.failed}</span>
      </p>
    );
  if (trouble === "gone")
    return (
      <EmptyState icon="search" title={kitchenWords.gone} action={<Button to="/kitchen">{kitchenWords.home}</Button>}>
        {kitchenWords.goneText}
      </EmptyState>
    );
  return (
    <ErrorBox title={kitchenWords.failed} onRetry={() => again()} busy={busy}>
      {trouble === "offline" && kitchenWords.failedOffline}
    </ErrorBox>
  );
}

type PendingProps = Pick<Props, "again" | "busy"> & { trouble?: Trouble; heights?: string[]; className?: string };

/** What stands in for an answer that is not here: its outline while it loads, or why it does not come. */
export const Pending = ({ trouble, heights = ["160px"], className, ...rest }: PendingProps) =>
  trouble ? <Troubled trouble={trouble} {...rest} /> : <Loading heights={heights} className={className} />;
