import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fetchAmendQuote } from "#pwa/employee/amend/amend";
import { AmendBar } from "#pwa/employee/amend/amend-bar";
import { AmendDayCard } from "#pwa/employee/amend/amend-day-card";
import { AmendIssues } from "#pwa/employee/amend/amend-issues";
import { AmendMoneyCard } from "#pwa/employee/amend/amend-money-card";
import { AmendNews } from "#pwa/employee/amend/amend-news";
import { AmendOffline } from "#pwa/employee/amend/amend-offline";
import { AmendSums } from "#pwa/employee/amend/amend-sums";
import { AmendUnderway } from "#pwa/employee/amend/amend-underway";
import { cancelsAll, openAmendment, openDeliveries } from "#pwa/employee/amend/proposal";
import { useAmending } from "#pwa/employee/amend/use-amending";
import { propose, withdraw } from "#pwa/employee/choose/edit-day";
import { amendWords } from "#pwa/i18n/amend";
import { closingTime } from "#pwa/i18n/closing-time";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { marksWords } from "#pwa/i18n/marks";
import { longDay, weekLabel } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { useMenus } from "#pwa/menu/use-menus";
import { changeInOwnWords } from "#pwa/offline/own-words";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { useLive } from "#pwa/offline/use-live";
import type { AmendDay, AmendMoney, Order } from "#pwa/offline/wire";
import { CardChoice, type CardSelection } from "#pwa/payment/card-choice";
import { useServerQuote } from "#pwa/payment/use-server-quote";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";
import { Waiting } from "#pwa/ui/waiting";

const words = amendWords;

type Props = { order: Order; from: "drafts" | "cancel" | "undo" | "move"; days: AmendDay[] };

/** Previews a change of an order, before and after, with the one button that makes it. */
export function AmendPreview({ order, from, days: asked }: Props) {
  const navigate = useNavigate();
  const now = useServerNow();
  const menus = useMenus();
  const live = useLive();
  const addresses = useAddresses();
  // A change that comes from the address is not stored, so answers to its conflicts are kept here.
  const [answered, setAnswered] = useState<AmendDay[]>();
  const days = (from === "drafts" ? undefined : answered) ?? asked;
  const [money, setMoney] = useState<AmendMoney>({ wallet: false, refund: "wallet" });
  const [selection, setSelection] = useState<CardSelection>({});
  const ask = { order: order.id, days, ...money };
  const preview = useServerQuote(() => fetchAmendQuote(ask), JSON.stringify([ask, order.version]));
  const saving = useAmending(order, ask, preview, selection);

  // What must be read before the next tap is at the top: move there, for eyes and screen readers alike.
  const top = useRef<HTMLDivElement>(null);
  const news = saving.changed ?? saving.paying;
  useEffect(() => {
    if (!news) return;
    top.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [news]);

  const leave = () => navigate(`/dashboard/history?order=${order.id}`);
  const saved = (work: Promise<void>) =>
    work.catch(() => toasts.error(marksWords.notSaved, { text: marksWords.notSavedText }));
  const change = (date: string, items: AmendDay["items"] | null) => {
    if (from === "drafts") void saved(items ? propose(date, items, order.version) : withdraw(date));
    else {
      const others = days.filter((day) => day.date !== date);
      if (!items && others.length === 0) leave();
      else setAnswered(items ? [...others, { ...days.find((day) => day.date === date), date, items }] : others);
    }
  };
  const keep = () => {
    if (from === "drafts") for (const { date } of days) void saved(withdraw(date));
    toasts.info(words.forgotten);
    leave();
  };

  const underway = openAmendment(order);
  // While this page leaves for the card page, its own change is not shown as one that is already being paid.
  if (saving.paying || (underway && !saving.busy)) {
    return <AmendUnderway intent={saving.paying?.intent ?? underway?.intent?.id ?? null} order={order.id} />;
  }
  if (preview.state === "offline" && !saving.busy) {
    return (
      <AmendOffline
        order={order}
        days={days}
        cancels={from === "cancel"}
        menus={menus}
        onTry={preview.again}
        onForget={keep}
      />
    );
  }
  const priced = preview.state === "ready" ? preview.quote : preview.last;
  const quote = priced && changeInOwnWords(priced, menus?.[order.week]);
  const placeOf = (id: string) => addresses?.find((one) => one.id === id)?.label;
  const closed = order.deliveries
    .filter(({ live: comes, cutoff }) => comes && now >= Date.parse(cutoff))
    .map(({ delivery_date }) => longDay(delivery_date))
    .sort();
  const all = cancelsAll(order, days);
  const last = all && openDeliveries(order, now).length === 1 && order.deliveries.length > 1;
  const only = days.length === 1 ? days[0] : undefined;
  const cancels = days.length > 0 && days.every(({ items }) => items.length === 0);
  const first = days.map(({ date }) => date).sort()[0];
  const title =
    from === "undo" && only
      ? words.undoTitle(longDay(only.date))
      : all
        ? words.cancelAllTitle
        : cancels && only
          ? words.cancelTitle(longDay(only.date))
          : words.reviewTitle;
  const nameOf = (meal: string) =>
    quote?.days
      .flatMap(({ before, after }) => [...(before?.items ?? []), ...(after?.items ?? [])])
      .find((item) => item.meal === meal)?.name ??
    knownMeal(menus, order.week, meal)?.name ??
    dashboardWords.unknownMeal;
  const issues = preview.state === "ready" ? preview.quote.issues : [];

  return (
    <div className="checkoutpage amendpage">
      <div ref={top} tabIndex={-1} className="col g4 news">
        <div>
          <p className="cap">{words.orderOf(weekLabel(order.week))}</p>
          <h1 className="mt2">{title}</h1>
          <p className="t2 mt2">{words.nothingSaved}</p>
        </div>
        {saving.changed && preview.state === "ready" && (
          <AmendNews seen={saving.changed.seen} now={saving.changed.now} />
        )}
        {cancels && first && (
          <div className={`notice${all ? " warn" : ""}`}>
            <Icon name={all ? "alert" : "info"} size="s" />
            <span className="grow">
              {all && <b className="blk">{last ? words.lastDay : words.wholeOrder}</b>}
              <span className="blk">
                {only
                  ? words.cancelDayText(longDay(only.date), closingTime(only.date))
                  : words.cancelAllText(days.length, closingTime(first))}{" "}
                {!all && words.keepsDiscount}
              </span>
              {closed.length > 0 && days.length > 1 && <span className="blk">{words.comes(closed)}</span>}
            </span>
          </div>
        )}
        {issues.length > 0 && (
          <AmendIssues
            order={order.id}
            issues={issues}
            nameOf={nameOf}
            onKeep={(date) => change(date, null)}
            onCancel={(date) => change(date, [])}
            onTake={(date, meal, qty) => {
              const items = days.find((day) => day.date === date)?.items ?? [];
              change(
                date,
                items.map((item) => (item.meal === meal ? { meal, qty } : item)),
              );
            }}
          />
        )}
        {quote?.days.map((day) => (
          <AmendDayCard
            key={day.date}
            day={day}
            menus={menus}
            placeOf={placeOf}
            went={order.deliveries.find(({ delivery_date }) => delivery_date === day.date)?.address_id}
            until={!all && preview.state === "ready" && day.change !== "same"}
          />
        ))}
        {!quote && preview.state === "asking" && <Waiting />}
      </div>
      <div className="col g4">
        {preview.state === "failed" && (
          <ErrorBox title={words.fixed} onRetry={preview.again}>
            {preview.message}
          </ErrorBox>
        )}
        {quote && (
          <>
            <AmendMoneyCard
              quote={quote}
              money={money}
              onChange={setMoney}
              balance={live?.wallet ?? 0}
              byCard={order.payable_amount}
              busy={saving.busy}
              card={<CardChoice selection={selection} onSelect={setSelection} busy={saving.busy} />}
            />
            <AmendSums change={quote} terms={order.terms} />
          </>
        )}
        <AmendBar
          preview={preview}
          saving={saving}
          cancels={cancels}
          onKeep={keep}
          keepLabel={cancels && only && !all ? words.keepDay(longDay(only.date)) : words.keepOrder}
        />
      </div>
    </div>
  );
}
