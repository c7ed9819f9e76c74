import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { estimatedDifference } from "#pwa/employee/amend/amend-estimate";
import { EditBar } from "#pwa/employee/amend/edit-bar";
import { EditDayActions } from "#pwa/employee/amend/edit-day-actions";
import { EditSummary } from "#pwa/employee/amend/edit-summary";
import { openDeliveries, proposalOf } from "#pwa/employee/amend/proposal";
import { choose } from "#pwa/employee/choose/choices";
import { ChooseDay } from "#pwa/employee/choose/choose-day";
import { Countdown } from "#pwa/employee/choose/countdown";
import { propose, withdraw } from "#pwa/employee/choose/edit-day";
import { sayWithdrawn } from "#pwa/employee/history/withdrawn-note";
import { amendWords } from "#pwa/i18n/amend";
import { uiWords } from "#pwa/i18n/app";
import { closingTime } from "#pwa/i18n/closing-time";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { marksWords } from "#pwa/i18n/marks";
import { longDay, weekLabel } from "#pwa/i18n/say-day";
import { useMenu } from "#pwa/menu/use-menu";
import { WeekPlates } from "#pwa/menu/week-plates";
import { isAsOrdered, itemsOf } from "#pwa/offline/as-ordered";
import type { Choices } from "#pwa/offline/db";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { useRows } from "#pwa/offline/sync/use-rows";
import type { Day } from "#pwa/offline/use-day";
import { draftOf } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import type { DraftItem, Meal, Order } from "#pwa/offline/wire";
import { afterTap } from "#pwa/rules/quote/after-tap";
import { closesAt } from "#pwa/rules/week/closes-at";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { toasts } from "#pwa/ui/toast-store";

const words = amendWords;
const notSaved = () => toasts.error(marksWords.notSaved, { text: marksWords.notSavedText });

/** The days of one order: what each holds, what it shall hold instead, and the way to save that. Works offline. */
export function EditOrder({ order, choices }: { order: Order; choices: Choices }) {
  const [params, setParams] = useSearchParams();
  const rows = useRows();
  const now = useServerNow();
  const live = useLive();
  const addresses = useAddresses();
  const profile = useSession((session) => session.profile);
  const { menu, state } = useMenu(order.week);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const [summary, setSummary] = useState(false);
  const openSummary = useCallback(() => setSummary(true), []);

  const drafts = rows && draftOf(rows);
  const proposed = useMemo(() => (drafts ? proposalOf(order, drafts, now) : []), [drafts, order, now]);
  const deliveries = [...order.deliveries].sort((a, b) => (a.delivery_date < b.delivery_date ? -1 : 1));
  const open = openDeliveries(order, now).map(({ delivery_date }) => delivery_date);
  const asked = params.get("day") ?? "";
  const date = deliveries.some((one) => one.delivery_date === asked) ? asked : (open[0] ?? "");
  const terms = order.terms ?? (profile ? termsOf(profile) : undefined);
  const input = terms && live && { order, terms, menu, live, now };

  const meals = deliveries
    .filter((one) => one.live)
    .flatMap((one) => proposed.find((day) => day.date === one.delivery_date)?.items ?? one.items)
    .reduce((sum, { qty }) => sum + qty, 0);
  useHeader({ title: words.editTitle, under: weekLabel(order.week), cart: { meals, open: openSummary } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day alone says that the page moved on
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [date]);

  const delivery = deliveries.find((one) => one.delivery_date === date);
  if (!delivery || !drafts) return null;
  const go = (day: string) => {
    moved.current = true;
    setParams({ day }, { replace: true, preventScrollReset: true });
  };
  const isOpen = open.includes(date);
  const kept = drafts.get(date);
  const proposal = kept?.base != null ? kept : undefined;
  const changed = proposal !== undefined && !isAsOrdered(delivery, proposal);
  const held: DraftItem[] = proposal ? proposal.items : itemsOf(delivery);
  const address = proposal?.address_id ?? delivery.address_id;
  const name = longDay(date);
  const nameOf = (id: string) =>
    delivery.items.find(({ meal }) => meal === id)?.name ??
    menu?.meals.find((meal) => meal.id === id)?.name ??
    dashboardWords.unknownMeal;

  const withdrawnOf = (id: string) => delivery.items.find((item) => item.meal === id && item.withdrawn);

  const put = (items: DraftItem[], to = address) => {
    const as = { items: items.filter(({ qty }) => qty > 0), address_id: to };
    const same = isAsOrdered(delivery, as);
    const elsewhere = to === delivery.address_id ? undefined : to;
    return (same ? withdraw(date) : propose(date, as.items, order.version, elsewhere)).catch(notSaved);
  };
  const least = Math.max(1, terms?.minimum_meal_count ?? 1);
  const day = { held, isGone: (id: string) => withdrawnOf(id) !== undefined, least };
  const setMeal = (meal: Meal | string, qty: number) => {
    const id = typeof meal === "string" ? meal : meal.id;
    const { items, swapped } = afterTap(day, id, qty);
    void put(items);
    if (!swapped) return;
    const keepBoth = { label: words.keepBoth, onPress: () => void put([...held, { meal: id, qty }]) };
    toasts.success(words.swapped(nameOf(swapped), nameOf(id)), {
      text: words.notYet,
      action: { label: uiWords.undo, onPress: () => void put(held) },
      ...(items.length === 1 && held.length === 1 && { also: keepBoth }),
    });
  };

  const plates = deliveries.map((one): Day => {
    const day = one.delivery_date;
    const mine = proposed.find((other) => other.date === day);
    const items = mine?.items ?? one.items;
    const can = open.includes(day);
    const plate = !can ? "locked" : !mine ? "confirmed" : items.length > 0 ? "filled" : "empty";
    return {
      date: day,
      state: one.live ? plate : "empty",
      items: one.live ? items : [],
      cutoff: closesAt(day),
      open: can,
    };
  });
  const prices = {
    left: (on: string, id: string) => {
      const left = live?.portions[on]?.[id];
      return left === undefined ? undefined : left + (delivery.items.find(({ meal }) => meal === id)?.qty ?? 0);
    },
    priceOf: (on: string, id: string) => {
      const { items } = afterTap(day, id, (held.find(({ meal }) => meal === id)?.qty ?? 0) + 1);
      const then = [...proposed.filter((one) => one.date !== on), { date: on, items }];
      return { you: input ? estimatedDifference(input, then) - estimatedDifference(input, proposed) : 0 };
    },
  };
  const title = (
    <h1 ref={heading} tabIndex={-1} className="dayname mt3">
      {name}
    </h1>
  );

  return (
    <div className="editday">
      <nav aria-label={words.days}>
        <WeekPlates days={plates} menu={menu} current={date} onChoose={go} />
      </nav>
      {isOpen && <Countdown date={date} />}
      {!isOpen || (changed && held.length === 0) ? (
        <>
          {title}
          <div className="mt4">
            {isOpen ? (
              <EmptyState
                icon="x"
                title={words.willCancel(name)}
                action={
                  <Button look="soft" onClick={() => void withdraw(date).catch(notSaved)}>
                    {words.keepAs}
                  </Button>
                }
              >
                {words.willCancelText}
              </EmptyState>
            ) : (
              <EmptyState
                icon={delivery.live ? "lock" : "x"}
                title={delivery.live ? words.closedDay(name) : words.cancelledDay(name)}
              >
                {delivery.live ? words.closedText(closingTime(date)) : words.cancelledText}
              </EmptyState>
            )}
          </div>
        </>
      ) : (
        <ChooseDay
          key={date}
          day={{
            date,
            state: "filled",
            items: held.map((item) => ({ ...item, name: nameOf(item.meal) })),
            draft: {
              date,
              items: held,
              rev: proposal?.rev ?? 0,
              unsent: false,
              ...proposal,
              alternatives: proposal?.alternatives ?? [],
            },
            cutoff: closesAt(date),
            open: true,
          }}
          menu={menu}
          state={state}
          choices={choices}
          heading={heading}
          onFilters={(filters) => void choose(() => ({ filters })).catch(notSaved)}
          onStays={(stays) => void choose(() => ({ stays })).catch(notSaved)}
          onQuantity={setMeal}
          prices={prices}
          first={delivery.items.map(({ meal }) => meal)}
          sayGone={(id) => {
            const line = withdrawnOf(id);
            return line && sayWithdrawn(line, menu, now);
          }}
        />
      )}
      {isOpen && (
        <EditDayActions
          order={order}
          delivery={delivery}
          changed={changed}
          cancelled={changed && held.length === 0}
          address={address}
          addresses={addresses?.filter(({ id, retired }) => !retired || id === address) ?? []}
          onAddress={(to) => void put(held, to)}
          onKeep={() => void withdraw(date).catch(notSaved)}
          onCancel={() => void propose(date, [], order.version).catch(notSaved)}
        />
      )}
      <EditBar order={order.id} days={proposed.length} difference={input && estimatedDifference(input, proposed)} />
      <EditSummary
        open={summary}
        onClose={() => setSummary(false)}
        order={order}
        proposed={proposed}
        menu={menu}
        difference={input && estimatedDifference(input, proposed)}
        onChoose={(day) => {
          setSummary(false);
          go(day);
        }}
      />
    </div>
  );
}
