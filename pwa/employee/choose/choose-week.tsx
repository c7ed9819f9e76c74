import { useCallback, useEffect, useRef, useState } from "react";
import { CartSheet } from "#pwa/employee/choose/cart-sheet";
import { choose } from "#pwa/employee/choose/choices";
import { ChooseDay } from "#pwa/employee/choose/choose-day";
import { changeDay, setDay, setQty } from "#pwa/employee/choose/edit-day";
import { nextEmpty } from "#pwa/employee/choose/next-empty";
import { tapsOn } from "#pwa/employee/choose/use-meal-prices";
import { useQuote } from "#pwa/employee/choose/use-quote";
import { WeekAside } from "#pwa/employee/choose/week-aside";
import { WeekBar } from "#pwa/employee/choose/week-bar";
import { useSeen } from "#pwa/employee/conflict/seen";
import { amendWords } from "#pwa/i18n/amend";
import { uiWords } from "#pwa/i18n/app";
import { joined } from "#pwa/i18n/joined";
import { marksWords } from "#pwa/i18n/marks";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay, shortDay, weekLabel } from "#pwa/i18n/say-day";
import { mealOf } from "#pwa/menu/meals-on";
import { useMenu } from "#pwa/menu/use-menu";
import type { OfferedDay } from "#pwa/menu/use-offered";
import { WeekPlates } from "#pwa/menu/week-plates";
import { windowsOn } from "#pwa/menu/windows-on";
import type { Choices } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { useDays } from "#pwa/offline/use-day";
import { useLive } from "#pwa/offline/use-live";
import type { DraftItem, Meal } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";
import { useHeader } from "#pwa/shell/header-words";
import { toasts } from "#pwa/ui/toast-store";
import { Waiting } from "#pwa/ui/waiting";

type Props = {
  week: string;
  /** The day that the address names. */
  asked?: string;
  choices: Choices;
  offered: readonly OfferedDay[];
  onDate: (date: string) => void;
};

const fiveDays = [0, 1, 2, 3, 4];
const doubleTap = 400;
const notSaved = () => toasts.error(marksWords.notSaved, { text: marksWords.notSavedText });

/** One week's meals, day after day. Every choice is saved on the phone at once, also offline. */
export function ChooseWeek({ week, asked, choices, offered, onDate }: Props) {
  const dates = fiveDays.map((i) => addDays(week, i));
  const days = useDays(dates);
  const { menu, state } = useMenu(week);
  const priced = useQuote(week, { wallet: false });
  useSeen();
  const profile = useSession((session) => session.profile);
  const windows = windowsOn(dates, useLive()?.hours, profile?.delivery_window);
  const addresses = useAddresses();
  const [cartOpen, setCartOpen] = useState(false);
  const openCart = useCallback(() => setCartOpen(true), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const lastToast = useRef(0);

  const items = days?.flatMap((day) => day.draft?.items ?? []) ?? [];
  const address = addresses?.find((one) => one.id === profile?.address_id) ?? addresses?.[0];
  useHeader({
    title: weekLabel(week),
    under: joined([...windows, address?.label]) || undefined,
    cart: { meals: items.reduce((count, item) => count + item.qty, 0), open: openCart },
  });

  const open = offered.filter((day) => day.offered).map((day) => day.date);
  const filled = days?.filter((day) => (day.draft?.items.length ?? 0) > 0).map((day) => day.date) ?? [];
  // Without chosen days the whole week is wanted, and the way on leads to paying as soon as the week can be paid.
  const planned = open.some((date) => choices.days.includes(date));
  const wanted = planned ? open.filter((date) => choices.days.includes(date) || filled.includes(date)) : open;
  const date =
    (asked && dates.includes(asked) ? asked : undefined) ?? nextEmpty(wanted, filled, "") ?? wanted[0] ?? dates[0];

  // The focus moves to the heading, so that a screen reader reads out which day is shown now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day alone says that the page moved on
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [date]);

  const day = days?.find((one) => one.date === date);
  if (!days || !day || !date) return <Waiting />;

  const go = (to: string) => {
    moved.current = true;
    onDate(to);
  };
  const least = Math.max(1, profile?.minimum_meal_count ?? 1);
  const missing = priced?.quote.issues.some((issue) => issue.code === "too_few_days");
  const enough = filled.length > 0 && !missing;
  const next =
    (planned || !enough ? nextEmpty(wanted, filled, date) : undefined) ??
    (missing ? nextEmpty(open, filled, date) : undefined);

  const setMeal = async (on: string, meal: Meal | string, qty: number) => {
    const id = typeof meal === "string" ? meal : meal.id;
    const had = days.find((one) => one.date === on)?.draft?.items ?? [];
    const count = had.reduce((sum, item) => sum + item.qty, 0);
    const before = had.find((item) => item.meal === id)?.qty ?? 0;
    const tap = tapsOn(menu, on, least);
    const { swapped } = tap(had, id, qty);
    // The second half of a double tap must not land on the day that has just come up.
    if (before === 0 && performance.now() - movedAt.current < doubleTap) return;
    // The address names this day from now on, also when it is full: only the end of this function moves on.
    if (on === date && asked !== on) onDate(on);
    // A tab that the system froze while it wrote blocks the storage for every other tab.
    const slow = setTimeout(() => toasts.info(mealsWords.busy, { text: mealsWords.busyText }), 2000);
    try {
      // At most one more than was shown, so that taps without a visible effect do not add up.
      await changeDay(on, (items) => tap(items, id, qty).items);
    } catch {
      notSaved();
      return;
    } finally {
      clearTimeout(slow);
    }
    if (swapped) {
      const nameOf = (one: string) => (menu && mealOf(menu, one)?.name) ?? mealsWords.unknownMeal;
      const put = (items: DraftItem[]) => void setDay(on, items).catch(notSaved);
      toasts.dismiss(lastToast.current);
      lastToast.current = toasts.success(amendWords.swapped(nameOf(swapped), nameOf(id)), {
        text: mealsWords.savedHere,
        action: { label: uiWords.undo, onPress: () => put(had) },
        ...(before === 0 &&
          had.length === 1 && {
            also: { label: amendWords.keepBoth, onPress: () => put([...had, { meal: id, qty }]) },
          }),
      });
      return;
    }
    if (typeof meal === "string" || before > 0 || qty === 0) return;
    const full = count < least && count + qty >= least;
    const to = full && !choices.stays ? nextEmpty(wanted, [...filled, on], on) : undefined;
    // One at a time: with five quick choices they would cover the meals.
    toasts.dismiss(lastToast.current);
    lastToast.current = toasts.success(mealsWords.saved(longDay(on)), {
      text: to ? mealsWords.movedOn(longDay(to)) : mealsWords.savedHere,
      action: {
        label: uiWords.undo,
        onPress: () => {
          setQty(on, id, 0).catch(notSaved);
          if (to) go(on);
        },
      },
    });
    if (!to) return;
    movedAt.current = performance.now();
    go(to);
  };

  const checkout = `/checkout?week=${week}`;
  return (
    <div className="chooseweek">
      <div className="grow">
        <nav className="narrowplates" aria-label={mealsWords.days}>
          <WeekPlates days={days} menu={menu} current={date} onChoose={go} />
        </nav>
        <ChooseDay
          key={date}
          day={day}
          why={offered.find((one) => one.date === date)?.why}
          menu={menu}
          state={state}
          choices={choices}
          heading={heading}
          onFilters={(filters) => void choose(() => ({ filters })).catch(notSaved)}
          onStays={(stays) => void choose(() => ({ stays })).catch(notSaved)}
          onQuantity={(meal, qty) => void setMeal(date, meal, qty)}
        />
      </div>
      <WeekAside
        label={weekLabel(week)}
        days={days}
        menu={menu}
        quote={priced?.quote}
        current={date}
        onChoose={go}
        next={next}
        checkout={checkout}
      />
      {(wanted.length > 0 || filled.length > 0) && (
        <WeekBar
          quote={priced?.quote}
          filled={filled.length}
          wanted={new Set([...wanted, ...filled]).size}
          next={next ? { label: shortDay(next), go: () => go(next) } : undefined}
          checkout={checkout}
        />
      )}
      <CartSheet
        open={cartOpen}
        onClose={() => setCartOpen(false)}
        days={days.filter((one) => wanted.includes(one.date) || filled.includes(one.date))}
        menu={menu}
        quote={priced?.quote}
        checkout={checkout}
        onChoose={go}
        onQuantity={(on, meal, qty) => void setMeal(on, meal, qty)}
      />
    </div>
  );
}
