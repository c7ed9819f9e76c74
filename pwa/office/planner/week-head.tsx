import { plannerWords as words } from "#pwa/i18n/planner";
import { weekLabel } from "#pwa/i18n/say-day";
import type { Desk } from "#pwa/office/planner/keep-week";
import type { PlannedWeek } from "#pwa/office/planner/planner";
import { WeekState } from "#pwa/office/planner/week-state";
import { sayWhen } from "#pwa/office/say-when";
import { addDays } from "#pwa/rules/week/date";
import { BackButton } from "#pwa/ui/back-button";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";

type Props = {
  week: string;
  desk?: Desk & { seen: PlannedWeek };
  copyable?: boolean;
  onUndo?: () => void;
  onSave?: () => void;
  onClash?: () => void;
  onCopy?: () => void;
  onPublish?: () => void;
};

/** Which week this is, its state, whether everything is saved, and the actions for the whole week. */
export function WeekHead({ week, desk, copyable, onUndo, onSave, onClash, onCopy, onPublish }: Props) {
  const last = desk?.undo.at(-1)?.what;
  const at = desk?.seen.published_at;
  return (
    <>
      <BackButton otherwise="/kitchen/menus" />
      <div className="plhead">
        <div className="grow">
          <div className="row g1 pltitle">
            <h1>{weekLabel(week)}</h1>
            <IconButton icon="back" flip label={words.before} to={`/kitchen/menus/${addDays(week, -7)}`} />
            <IconButton icon="right" flip label={words.after} to={`/kitchen/menus/${addDays(week, 7)}`} />
          </div>
          {desk && (
            <div className="row wrap g2 mt2">
              <WeekState state={desk.seen.state} />
              {at && <span className="sm t2">{words.publishedAt(sayWhen(at))}</span>}
              <SaveState saving={desk.saving} />
            </div>
          )}
        </div>
        {desk && (
          <div className="row g2 placts">
            <Button look="out" icon="history" disabled={!last} title={last && words.undoes(last)} onClick={onUndo}>
              {words.undo}
            </Button>
            <Button look="out" icon="repeat" disabled={!copyable} onClick={onCopy}>
              {words.copyWeek}
            </Button>
            <Button look={desk.seen.state === "published" ? "out" : "pri"} icon="cloudup" onClick={onPublish}>
              {words.publish}
            </Button>
          </div>
        )}
      </div>
      {desk && <Trouble desk={desk} onSave={onSave} onClash={onClash} />}
    </>
  );
}

/** The state of saving, always in the same place, so that no one has to look for it. */
const SaveState = ({ saving }: { saving: Desk["saving"] }) => (
  <span className="sm t2 plsaved" role="status">
    {saving === "saved" && (
      <>
        <Icon name="cloudok" size="s" />
        {words.saved}
      </>
    )}
    {saving === "waiting" && words.waiting}
    {saving === "saving" && words.saving}
  </span>
);

function Trouble({ desk, onSave, onClash }: { desk: Desk; onSave?: () => void; onClash?: () => void }) {
  if (desk.saving === "offline" || desk.saving === "failed")
    return (
      <div className="mt4">
        <Banner tone="off" icon="off" round action={<Button onClick={onSave}>{words.saveNow}</Button>}>
          {words[desk.saving]}
        </Banner>
      </div>
    );
  if (desk.saving === "refused")
    return (
      <div className="mt4" role="alert">
        <Banner tone="bad" icon="err" round action={<Button onClick={onSave}>{words.saveNow}</Button>}>
          {words.refused(desk.why ?? "")}
        </Banner>
      </div>
    );
  if (desk.saving === "changed")
    return (
      <div className="mt4" role="alert">
        <Banner tone="warn" icon="alert" round action={<Button onClick={onClash}>{words.look}</Button>}>
          {words.changed}
        </Banner>
      </div>
    );
  return null;
}
