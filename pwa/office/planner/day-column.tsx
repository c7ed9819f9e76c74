import type { ReactNode } from "react";
import { problemWords, plannerWords as words } from "#pwa/i18n/planner";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { OfferCard } from "#pwa/office/planner/offer-card";
import type { Problem, Withdrawal } from "#pwa/office/planner/planner";
import type { Lifted, Over } from "#pwa/office/planner/use-drag";
import type { Meals } from "#pwa/office/planner/use-meals";
import { closedAs, type DayShown, mayAdd, mayChange } from "#pwa/office/planner/week";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

type Props = {
  day: DayShown;
  book: Meals;
  problems: Problem[];
  withdrawals: Withdrawal[];
  lifted?: Lifted;
  over?: Over;
  /** On a phone one day is shown at a time. */
  shown: boolean;
  onAdd: () => void;
  onOpen: (meal: string) => void;
  onPortions: (meal: string, portions: number | undefined) => void;
};

/** One date: its meals in the order in which people see them. */
export function DayColumn(props: Props) {
  const { day, book, problems, withdrawals, lifted, over, shown, onAdd, onOpen, onPortions } = props;
  const { date, meals, ramadan } = day;
  const closed = closedAs(day);
  const free = mayChange(day);
  const ordered = meals.reduce((sum, one) => sum + one.ordered, 0);
  const at = over?.date === date ? over.place : undefined;
  const shutOut = problems.some((one) => one.what === "closed_day" && one.date === date && one.blocking);
  const wrongOf = (meal: string) => {
    const worst = problems.find((one) => one.meal === meal && one.blocking && (!one.date || one.date === date));
    return worst && (problemWords[worst.what] ?? problemWords.unknown);
  };
  const rows: ReactNode[] = [];
  let place = 0;
  for (const offer of meals) {
    const carried = lifted?.date === date && lifted.meal === offer.meal;
    if (!carried && place++ === at) rows.push(<Line key="line" />);
    rows.push(
      <OfferCard
        key={offer.meal}
        date={date}
        offer={offer}
        known={book.meal(offer.meal)}
        name={book.nameOf(offer.meal)}
        wrong={free ? wrongOf(offer.meal) : undefined}
        free={free}
        lifted={carried}
        onOpen={() => onOpen(offer.meal)}
        onPortions={(portions) => onPortions(offer.meal, portions)}
      />,
    );
  }
  if (at !== undefined && at >= place) rows.push(<Line key="line" />);

  return (
    <section
      className={`plday${shown ? " shown" : ""}${free ? "" : " over"}${closed ? " closed" : ""}${at === undefined ? "" : " aim"}`}
      aria-labelledby={`day-${date}`}
      data-day={date}
      data-shut={mayAdd(day) ? undefined : "yes"}
    >
      <header className="pldayhead">
        <h2 id={`day-${date}`} tabIndex={-1}>
          {dayAndDate(date)}
        </h2>
        {ramadan && (
          <StatusChip tone="info" icon="clock">
            {words.ramadan}
          </StatusChip>
        )}
        {closed && (
          <StatusChip tone="mute" icon="lock">
            {words.closed}
          </StatusChip>
        )}
        {!free && (
          <StatusChip tone="mute" icon="check">
            {words.over}
          </StatusChip>
        )}
        <p className="xs t2 num">{words.sums(meals.length, ordered)}</p>
      </header>
      {closed && <p className="plnote">{words.closedText(closed)}</p>}
      {closed && free && meals.length > 0 && <p className={`plnote${shutOut ? " bad" : ""}`}>{words.closedMeals}</p>}
      {meals.length === 0 && !closed && <p className="plempty">{lifted && free ? words.dropHere : words.none}</p>}
      <ul className="ploffers">{rows}</ul>
      {withdrawals.length > 0 && (
        <ul className="plgone" aria-label={words.withdrawnOn}>
          {withdrawals.map((one) => (
            <li key={one.meal}>
              <Icon name="off" size="s" />
              <span>
                <s>{book.nameOf(one.meal)}</s>
                <span className="xs t2 kline">{words.withdrawnPeople(one.people, one.waiting)}</span>
                {one.instead && <span className="xs t2 kline">{words.insteadOf(book.nameOf(one.instead))}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayAdd(day) && (
        <Button look="ghost" icon="plus" full className="pladd" aria-label={words.addTo(longDay(date))} onClick={onAdd}>
          {words.addMeals}
        </Button>
      )}
    </section>
  );
}

const Line = () => <li className="pldrop" aria-hidden="true" />;
