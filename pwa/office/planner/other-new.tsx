import { bookWords as words } from "#pwa/i18n/book";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";

type Props = { name: string; onKeep: () => void; onCopy: () => void };

/** Only one meal at a time is new: what waits here is finished or thrown away before a copy takes its place. */
export const OtherNew = ({ name, onKeep, onCopy }: Props) => (
  <>
    <h1 className="sr">{words.newTitle}</h1>
    <EmptyState
      icon="edit"
      title={words.otherNew}
      action={
        <div className="row wrap g2 center">
          <Button look="pri" onClick={onKeep}>
            {words.goOn}
          </Button>
          <Button look="out" onClick={onCopy}>
            {words.startCopy}
          </Button>
        </div>
      }
    >
      {words.otherNewText(name)}
    </EmptyState>
  </>
);
