import { joined } from "#pwa/i18n/joined";
import "#pwa/ui/notice.css";
import "#pwa/employee/choose/delivery.css";
import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { choose, useChoices } from "#pwa/employee/choose/choices";
import { clearDay, setDay } from "#pwa/employee/choose/edit-day";
import { neededDays } from "#pwa/employee/choose/needed-days";
import { WeekCard } from "#pwa/employee/choose/week-card";
import { windowDays } from "#pwa/employee/choose/window-days";
import { uiWords } from "#pwa/i18n/app";
import { deliveryWords } from "#pwa/i18n/delivery";
import { marksWords } from "#pwa/i18n/marks";
import { notFoundWords } from "#pwa/i18n/not-found";
import { list } from "#pwa/i18n/say";
import { dayAndDate, longDay, shortDay } from "#pwa/i18n/say-day";
import { soldOutOn } from "#pwa/menu/sold-out-on";
import { useMenus } from "#pwa/menu/use-menus";
import { type OfferedWeek, useOffered } from "#pwa/menu/use-offered";
import { useSession } from "#pwa/offline/session";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import { useOrders } from "#pwa/offline/use-orders";
import { mondayOf, weekdayOf } from "#pwa/rules/week/date";
import { usualDays } from "#pwa/rules/week/usual-days";
import { maxNumDays, minNumDays } from "#pwa/rules/week/weeks";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";
import { Waiting } from "#pwa/ui/waiting";

/** Asks on which days of the offered weeks the person wants lunch. The days are kept on the device until the meals are chosen. */
export function DeliveryPage() {
  const { date } = useParams();
  const profile = useSession((session) => session.profile);
  const weeks = useOffered();
  const drafts = useDraftDays();
  const orders = useOrders();
  const choices = useChoices();
  const addresses = useAddresses();
  const live = useLive();
  const menus = useMenus();
  const [habit, setHabit] = useState<boolean>();

  const open = weeks.flatMap((week) => week.days.filter((day) => day.offered).map((day) => day.date));
  const windows = windowDays(open, live?.hours, profile?.delivery_window);
  const minimum = profile?.minimum_day ?? null;
  const usual = (week: string) => {
    const offered = weeks.find((one) => one.value === week);
    const lastOrder = orders?.[0]?.deliveries.map((delivery) => delivery.delivery_date) ?? [];
    const openThere = open.filter((day) => mondayOf(day) === week);
    return usualDays(openThere, lastOrder, offered ? neededDays(offered, minimum) : 0);
  };

  // The first look decides what to start with; from then on only the person does.
  const ready = choices !== undefined && drafts !== undefined && orders !== undefined && live !== undefined;
  useEffect(() => {
    if (!ready || habit !== undefined || open.length === 0) return;
    const known = [...choices.days, ...drafts.map((day) => day.date)].filter((day) => open.includes(day));
    const asked = date && open.includes(date) ? date : undefined;
    const week = mondayOf(asked ?? open[0] ?? "");
    const start = known.some((day) => mondayOf(day) === week) ? undefined : usual(week);
    setHabit(start?.habit ?? false);
    keep([...known, ...(start?.days ?? []), ...(asked ? [asked] : [])]);
  });

  if (!ready || (open.length > 0 && habit === undefined)) return <Waiting />;
  if (open.length === 0) {
    return (
      <div className="deliverypage">
        <h1 className="mt2">{deliveryWords.title}</h1>
        <div className="mt6">
          <EmptyState
            icon="cal"
            title={deliveryWords.nothingOpen}
            action={<Button to="/dashboard/home">{notFoundWords.lunches}</Button>}
          >
            {deliveryWords.nothingOpenText}
          </EmptyState>
        </div>
      </div>
    );
  }

  const chosen = choices.days.filter((day) => open.includes(day)).sort();
  const toggle = (day: string) => {
    // From what is kept, not from what is shown: the next tap may come before the screen follows.
    change((days) => (days.includes(day) ? days.filter((one) => one !== day) : [...days, day]));
    if (chosen.includes(day)) giveBack([day]);
  };
  const giveBack = (days: string[]) => {
    const gone = drafts.filter((draft) => days.includes(draft.date) && draft.items.length > 0);
    if (gone.length === 0) return;
    for (const draft of gone) clearDay(draft.date).catch(notSaved);
    toasts.info(deliveryWords.removed(list(gone.map((draft) => longDay(draft.date)))), {
      text: deliveryWords.removedText,
      action: {
        label: uiWords.undo,
        onPress: () => {
          for (const { date: day, items, address_id, base } of gone)
            setDay(day, items, { address_id, base }).catch(notSaved);
          choose(({ days: now }) => ({ days: unique([...now, ...gone.map((draft) => draft.date)]) })).catch(notSaved);
        },
      },
    });
  };

  const ofWeek = (value: string) => chosen.filter((day) => mondayOf(day) === value);
  const short = weeks.find((week) => {
    const mine = ofWeek(week.value).length;
    return mine > 0 && mine < neededDays(week, minimum);
  });
  const firstOpen = mondayOf(open[0] ?? "");
  const least = Math.min(minimum && minimum > 0 ? minimum : minNumDays, maxNumDays);
  const address = addresses?.find((one) => one.id === profile?.address_id) ?? addresses?.[0];
  const refused = date && whyNot(date, weeks);

  return (
    <div className="deliverypage">
      <h1 className="mt2">{deliveryWords.title}</h1>
      <p className="t2 mt2">{(habit ? deliveryWords.textUsual : deliveryWords.textPick)(least, maxNumDays)}</p>
      {refused && (
        <p className="notice warn mt4" role="status">
          <Icon name="info" size="s" />
          <span>{deliveryWords.dateGone(dayAndDate(date), deliveryWords.why[refused])}</span>
        </p>
      )}
      <div className="mt6" />
      {weeks.map((week) => (
        <WeekCard
          key={week.value}
          week={week}
          chosen={chosen}
          open={week.value === firstOpen}
          onToggle={toggle}
          soldOut={(day) => soldOutOn(day, menus?.[mondayOf(day)], live.portions[day])}
          onAdd={() => keep([...chosen, ...usual(week.value).days])}
          onClear={() => {
            keep(chosen.filter((day) => mondayOf(day) !== week.value));
            giveBack(ofWeek(week.value));
          }}
        />
      ))}
      <section className="card mt4 list where" aria-label={deliveryWords.address}>
        <div className="li">
          <Icon name="pin" />
          <span className="grow">
            {address && <span className="sm t2 blk">{deliveryWords.address}</span>}
            <span className="m">{address?.label ?? deliveryWords.noAddress}</span>
            {!address && <span className="sm t2 blk">{deliveryWords.noAddressText}</span>}
          </span>
          {(profile?.company_type === "Cash" || addresses?.[1]) && (
            <Link className="link u sm" to="/dashboard/profile">
              {deliveryWords.change}
            </Link>
          )}
        </div>
        {windows.length > 0 && (
          <div className="li">
            <Icon name="clock" />
            <span className="grow">
              <span className="sm t2 blk">{deliveryWords.window}</span>
              {windows.map(({ window, days }) => (
                <span className="blk" key={window}>
                  <bdi className="m num">{window}</bdi> {days && <span className="sm t2">{days}</span>}
                </span>
              ))}
            </span>
          </div>
        )}
      </section>
      <div className="sticky">
        <div className="row between inner">
          <div className="grow" aria-live="polite">
            <div className="b">{chosen.length > 0 ? deliveryWords.days(chosen.length) : deliveryWords.none}</div>
            <div className={`sm ${short ? "m needs" : "t2"}`}>
              {short
                ? deliveryWords.needMore(neededDays(short, minimum) - ofWeek(short.value).length, short.label)
                : whichDays(
                    weeks.filter((week) => ofWeek(week.value).length > 0).map((week) => week.label),
                    chosen,
                  )}
            </div>
          </div>
          {chosen.length > 0 && !short ? (
            <Button look="pri" size="lg" after="arrow" to={`/mealselection?week=${mondayOf(chosen[0] ?? "")}`}>
              {deliveryWords.chooseMeals}
            </Button>
          ) : (
            <Button look="pri" size="lg" after="arrow" disabled>
              {deliveryWords.chooseMeals}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Why a date cannot be ordered. A Monday may stand for its week while that has open days. */
function whyNot(date: string, weeks: readonly OfferedWeek[]): keyof typeof deliveryWords.why | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return;
  const week = weeks.find((one) => one.value === mondayOf(date));
  const day = week?.days.find((one) => one.date === date);
  if (day?.offered) return;
  if (weekdayOf(date) > 4) return "weekend";
  if (!week || !day) return date < (weeks[0]?.value ?? "") ? "past" : "later";
  const forWeek = week.value === date && week.days.some((one) => one.offered);
  return forWeek && day.why !== "closed" ? undefined : (day.why ?? "past");
}

const unique = (days: string[]) => [...new Set(days)].sort();
const notSaved = () => toasts.error(marksWords.notSaved, { text: marksWords.notSavedText });
const change = (next: (days: string[]) => string[]) =>
  void choose(({ days }) => ({ days: unique(next(days)) })).catch(notSaved);
const keep = (days: string[]) => change(() => days);

const whichDays = (labels: string[], chosen: string[]) => joined(labels.length > 1 ? labels : chosen.map(shortDay));
