import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { uiWords } from "#pwa/i18n/app";
import { offerWords, plannerWords as words } from "#pwa/i18n/planner";
import { longDay, weekLabel } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { ClashSheet } from "#pwa/office/planner/clash-sheet";
import { CopyWeekSheet } from "#pwa/office/planner/copy-week-sheet";
import { DayColumn } from "#pwa/office/planner/day-column";
import { DaySwitch } from "#pwa/office/planner/day-switch";
import { add, mealsOf, move, portion, remove } from "#pwa/office/planner/edits";
import { MealPicker } from "#pwa/office/planner/meal-picker";
import { type OfferAct, OfferMenu } from "#pwa/office/planner/offer-menu";
import type { Problem } from "#pwa/office/planner/planner";
import { PublishSheet } from "#pwa/office/planner/publish-sheet";
import { useDrag } from "#pwa/office/planner/use-drag";
import { useMeals } from "#pwa/office/planner/use-meals";
import { useWeek } from "#pwa/office/planner/use-week";
import { isPublished, mayAdd, mayChange, shownDays } from "#pwa/office/planner/week";
import { WeekHead } from "#pwa/office/planner/week-head";
import { WithdrawSheet } from "#pwa/office/planner/withdraw-sheet";
import { Troubled } from "#pwa/office/troubled";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Skeleton } from "#pwa/ui/skeleton";

type Shown =
  | { sheet: "offer" | "withdraw"; date: string; meal: string }
  | { sheet: "pick"; date: string }
  | { sheet: "copy" | "publish" | "clash" };

const actsOf = (date: string, meal: string) => `[data-acts="${date} ${meal}"]`;

/** The five days of a week side by side, one at a time on a phone. */
export function WeekBoard({ week }: { week: string }) {
  const { keeper, desk } = useWeek(week);
  const book = useMeals();
  const withdrawals = useAnswer(`/api/kitchen/planner/withdrawals?week=${week}`);
  const [search, setSearch] = useSearchParams();
  const [shown, setShown] = useState<Shown>();
  const [announced, setAnnounced] = useState("");
  const follow = useRef<string>(undefined);
  const { seen } = desk;
  const days = seen ? shownDays(seen, desk.days) : [];
  const today = dateAt(serverNow());
  const asked = search.get("day");
  const current =
    days.find(({ date }) => date === asked) ?? days.find(({ date, over }) => !over && date >= today) ?? days[0];
  const close = () => setShown(undefined);
  const dayOf = (date: string) => days.find((day) => day.date === date);
  const show = (date: string) => setSearch({ day: date }, { replace: true });

  // Moves the focus to a meal that was moved or that a link led to.
  useEffect(() => {
    const target = follow.current ? document.querySelector<HTMLElement>(follow.current) : null;
    target?.focus();
    // A day that is not shown yet comes with the next drawing.
    if (target === document.activeElement) follow.current = undefined;
  });
  useEffect(() => {
    if (desk.clash) setShown({ sheet: "clash" });
  }, [desk.clash]);

  const moved = (date: string, meal: string, to: string, place?: number) => {
    const target = dayOf(to);
    if (!target || !(date === to ? mayChange(target) : mayAdd(target))) return;
    const name = book.nameOf(meal);
    const what = date === to ? offerWords.didOrder(name, longDay(to)) : offerWords.didMove(name, longDay(to));
    keeper.edit(what, (now) => move(now, date, meal, to, place));
    const after = mealsOf(keeper.get().days, to);
    setAnnounced(offerWords.moved(name, longDay(to), after.findIndex((one) => one.meal === meal) + 1, after.length));
    follow.current = actsOf(to, meal);
  };
  const { board, ghost, lifted, over, begin } = useDrag((what, to) => {
    moved(what.date, what.meal, to.date, to.place);
    if (to.date !== current?.date) show(to.date);
  });

  const step = (date: string, meal: string, by: 1 | -1) => {
    const place = mealsOf(desk.days, date).findIndex((one) => one.meal === meal) + by;
    if (place >= 0 && place < mealsOf(desk.days, date).length) moved(date, meal, date, place);
  };
  const act = (date: string, meal: string, act: OfferAct) => {
    if (act.do === "withdraw") {
      void keeper.flush();
      return setShown({ sheet: "withdraw", date, meal });
    }
    close();
    if (act.do === "earlier") step(date, meal, -1);
    if (act.do === "later") step(date, meal, 1);
    if (act.do === "take") take(date, meal);
    if (act.do === "move") {
      moved(date, meal, act.to);
      show(act.to);
    }
    if (act.do === "copy") {
      const offer = mealsOf(desk.days, date).find((one) => one.meal === meal);
      const what = offerWords.didCopy(book.nameOf(meal), longDay(act.to));
      if (offer) keeper.edit(what, (now) => add(now, act.to, offer));
      setAnnounced(what);
    }
  };
  const take = (date: string, meal: string) => {
    const what = offerWords.didTake(book.nameOf(meal), longDay(date));
    keeper.edit(what, (now) => remove(now, date, meal));
    setAnnounced(what);
  };
  const undo = () => {
    const what = keeper.undo();
    if (what) setAnnounced(words.undone(what));
  };
  const keys = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z" && !typing && !shown) {
      event.preventDefault();
      return undo();
    }
    if (!event.altKey || !(event.target instanceof HTMLElement)) return;
    const [date, meal] = event.target.dataset.acts?.split(" ") ?? [];
    if (!date || !meal) return;
    const rtl = document.documentElement.dir === "rtl";
    const side = { ArrowLeft: rtl ? 1 : -1, ArrowRight: rtl ? -1 : 1 }[event.key];
    if (side === undefined && event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    if (side === undefined) return step(date, meal, event.key === "ArrowDown" ? 1 : -1);
    const at = days.findIndex((day) => day.date === date);
    const free = (day: (typeof days)[number]) => mayAdd(day) && !day.meals.some((one) => one.meal === meal);
    const to = side > 0 ? days.slice(at + 1).find(free) : days.slice(0, at).reverse().find(free);
    if (!to) return;
    moved(
      date,
      meal,
      to.date,
      mealsOf(desk.days, date).findIndex((one) => one.meal === meal),
    );
    show(to.date);
  };
  const go = ({ date, meal, what, portions }: Problem) => {
    close();
    // What is ordered comes back first, with the limit that it has: only there it can be withdrawn.
    if (what === "ordered" && date && meal) {
      const offer = portions === undefined ? { meal } : { meal, portions };
      keeper.edit(offerWords.didAdd(book.nameOf(meal), longDay(date)), (now) => add(now, date, offer));
    }
    const at = date ?? days.find((day) => mayChange(day) && day.meals.some((one) => one.meal === meal))?.date;
    if (!at) return;
    show(at);
    follow.current = meal ? actsOf(at, meal) : `#day-${at}`;
  };

  if (!seen || !book.book || !current) {
    const trouble = desk.trouble ?? book.trouble;
    return (
      <>
        <WeekHead week={week} />
        {trouble ? (
          <Troubled
            trouble={trouble}
            again={() => {
              void keeper.load();
              void book.again();
            }}
          />
        ) : (
          <div className="plboard wait mt4" role="status" aria-label={uiWords.loading}>
            {[0, 1, 2, 3, 4].map((day) => (
              <Skeleton key={day} height="380px" />
            ))}
          </div>
        )}
      </>
    );
  }

  const sheetDay = shown && "date" in shown ? dayOf(shown.date) : undefined;
  const offer = shown && "meal" in shown ? sheetDay?.meals.find((one) => one.meal === shown.meal) : undefined;
  const carried = lifted && book.meal(lifted.meal);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the buttons inside, which do the same without them
    <div className="planner" onKeyDown={keys}>
      <WeekHead
        week={week}
        desk={{ ...desk, seen }}
        onUndo={undo}
        onSave={() => void keeper.flush()}
        onClash={() => setShown({ sheet: "clash" })}
        onCopy={() => setShown({ sheet: "copy" })}
        onPublish={() => setShown({ sheet: "publish" })}
        copyable={days.some(mayAdd)}
      />
      <p className="sr" role="status">
        {announced}
      </p>
      {days.every(({ meals }) => meals.length === 0) && days.some(mayAdd) && (
        <div className="mt4">
          <Banner
            tone="sync"
            icon="menu"
            round
            action={<Button onClick={() => setShown({ sheet: "copy" })}>{words.copyLast}</Button>}
          >
            {words.begin}
          </Banner>
        </div>
      )}
      <div ref={board} onPointerDown={begin}>
        <DaySwitch days={days} problems={seen.problems} current={current.date} onChoose={show} />
        <div className="plboard">
          {days.map((day) => (
            <DayColumn
              key={day.date}
              day={day}
              book={book}
              problems={seen.problems}
              withdrawals={withdrawals.answer?.data.filter(({ date }) => date === day.date) ?? []}
              lifted={lifted}
              over={over}
              shown={day.date === current.date}
              onAdd={() => setShown({ sheet: "pick", date: day.date })}
              onOpen={(meal) => setShown({ sheet: "offer", date: day.date, meal })}
              onPortions={(meal, portions) =>
                keeper.edit(
                  offerWords.didPortion(book.nameOf(meal), longDay(day.date)),
                  (now) => portion(now, day.date, meal, portions),
                  `portions ${day.date} ${meal}`,
                )
              }
            />
          ))}
        </div>
      </div>
      {lifted && (
        <div className="plghost" ref={ghost} aria-hidden="true">
          <MealPicture meal={carried?.meal} detail="thumb" />
          <b className="clamp2">{book.nameOf(lifted.meal)}</b>
        </div>
      )}
      {shown?.sheet === "pick" && sheetDay && (
        <MealPicker
          day={sheetDay}
          days={days}
          book={book}
          onAdd={(meal) =>
            keeper.edit(offerWords.didAdd(book.nameOf(meal), longDay(sheetDay.date)), (now) =>
              add(now, sheetDay.date, { meal }),
            )
          }
          onTake={(meal) => take(sheetDay.date, meal)}
          onClose={close}
        />
      )}
      {shown?.sheet === "offer" && sheetDay && offer && (
        <OfferMenu
          day={sheetDay}
          offer={offer}
          name={book.nameOf(offer.meal)}
          days={days}
          published={isPublished(seen, sheetDay.date, offer.meal)}
          onAct={(what) => act(sheetDay.date, offer.meal, what)}
          onClose={close}
        />
      )}
      {shown?.sheet === "withdraw" && sheetDay && offer && (
        <WithdrawSheet
          day={sheetDay}
          offer={offer}
          others={(seen.days.find(({ date }) => date === sheetDay.date)?.meals ?? [])
            .map(({ meal }) => meal)
            .filter((meal) => meal !== offer.meal && isPublished(seen, sheetDay.date, meal))}
          book={book}
          onDone={() => {
            void keeper.load();
            void withdrawals.again();
          }}
          onClose={close}
        />
      )}
      {shown?.sheet === "copy" && (
        <CopyWeekSheet
          week={week}
          days={days}
          book={book}
          onCopy={(source, change) => keeper.edit(offerWords.didCopyWeek(weekLabel(source)), change)}
          onClose={close}
        />
      )}
      {shown?.sheet === "publish" && (
        <PublishSheet
          week={week}
          keeper={keeper}
          desk={{ ...desk, seen }}
          nameOf={book.nameOf}
          onGo={go}
          onClose={close}
        />
      )}
      {shown?.sheet === "clash" && desk.clash && (
        <ClashSheet
          clash={desk.clash}
          nameOf={book.nameOf}
          onSettle={(whose) => {
            keeper.settle(whose);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
