import { useState } from "react";
import { differWords as said } from "#pwa/i18n/planner";
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
      title={said.title}
      onClose={onClose}
      footer={
        <Button look="pri" full onClick={() => onSettle(take)}>
          {said.go}
        </Button>
      }
    >
      <p className="t2">{said.text}</p>
      <div className="col g5 mt4">
        {clash.map(({ date, mine, theirs }) => (
          <section key={date}>
            <h3>{longDate(date)}</h3>
            <div className="mt2">
              <Segment
                label={said.whose(longDay(date))}
                value={take[date] ?? "mine"}
                options={[
                  { value: "mine", label: said.mine },
                  { value: "theirs", label: said.theirs },
                ]}
                onChange={(whose) => setTake({ ...take, [date]: whose })}
              />
            </div>
            <div className="plsides mt2">
              <Side title={said.mine} on={take[date] === "mine"} what={mine} nameOf={nameOf} />
              <Side title={said.theirs} on={take[date] === "theirs"} what={theirs} nameOf={nameOf} />
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
    added.length > 0 && said.added(added.map(nameOf)),
    removed.length > 0 && said.removed(removed.map(nameOf)),
    portions.length > 0 && said.portions(portions.map((one) => said.portion(nameOf(one.meal), one.portions))),
    order && said.order,
  ].filter((line) => line !== false);
  return (
    <div className={on ? "on" : undefined}>
      <span className="xs b">{title}</span>
      <ul className="sm">
        {lines.length > 0 ? lines.map((line) => <li key={line}>{line}</li>) : <li>{said.same}</li>}
      </ul>
    </div>
  );
}
