import { useState } from "react";
import { differWords as words } from "#pwa/i18n/planner";
import { longDate, longDay } from "#pwa/i18n/say-day";
import type { Clash, DayDifference } from "#pwa/office/planner/edits";
import { Button } from "#pwa/ui/button";
import { Segment } from "#pwa/ui/segment";
import { Sheet } from "#pwa/ui/sheet";

type Take = Record<string, Clash["take"]>;
type Props = {
  clash: Clash[];
  nameOf: (meal: string) => string;
  onSettle: (take: Take) => void;
  onClose: () => void;
};

/** Two people changed one week: what each did to a day, and whose version of it stays. */
export function ClashSheet({ clash, nameOf, onSettle, onClose }: Props) {
  const [take, setTake] = useState<Take>(() => Object.fromEntries(clash.map((day) => [day.date, day.take])));
  return (
    <Sheet
      open
      title={words.title}
      onClose={onClose}
      footer={
        <Button look="pri" full onClick={() => onSettle(take)}>
          {words.go}
        </Button>
      }
    >
      <p className="t2">{words.text}</p>
      <div className="col g5 mt4">
        {clash.map(({ date, mine, theirs }) => (
          <section key={date}>
            <h3>{longDate(date)}</h3>
            <div className="mt2">
              <Segment
                label={words.whose(longDay(date))}
                value={take[date] ?? "mine"}
                options={[
                  { value: "mine", label: words.mine },
                  { value: "theirs", label: words.theirs },
                ]}
                onChange={(whose) => setTake({ ...take, [date]: whose })}
              />
            </div>
            <div className="plsides mt2">
              <Side title={words.mine} on={take[date] === "mine"} what={mine} nameOf={nameOf} />
              <Side title={words.theirs} on={take[date] === "theirs"} what={theirs} nameOf={nameOf} />
            </div>
          </section>
        ))}
      </div>
    </Sheet>
  );
}

type SideProps = { title: string; on: boolean; what: DayDifference; nameOf: Props["nameOf"] };

function Side({ title, on, what: { added, removed, portions, order }, nameOf }: SideProps) {
  const lines = [
    added.length > 0 && words.added(added.map(nameOf)),
    removed.length > 0 && words.removed(removed.map(nameOf)),
    portions.length > 0 && words.portions(portions.map((one) => words.portion(nameOf(one.meal), one.portions))),
    order && words.order,
  ].filter((line) => line !== false);
  return (
    <div className={on ? "on" : undefined}>
      <span className="xs b">{title}</span>
      <ul className="sm">
        {lines.length > 0 ? lines.map((line) => <li key={line}>{line}</li>) : <li>{words.same}</li>}
      </ul>
    </div>
  );
}
