import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { AgainstDiet } from "#pwa/employee/checkout/against-diet";
import { fetchQuote } from "#pwa/employee/checkout/hand-off";
import { IssueList } from "#pwa/employee/checkout/issue-list";
import { LunchList } from "#pwa/employee/checkout/lunch-list";
import { PayButton } from "#pwa/employee/checkout/pay-button";
import { SavedOffline } from "#pwa/employee/checkout/saved-offline";
import { usePaying } from "#pwa/employee/checkout/use-paying";
import { splitOf } from "#pwa/employee/choose/split-of";
import { Sums } from "#pwa/employee/choose/sums";
import { useQuote } from "#pwa/employee/choose/use-quote";
import { keyOf } from "#pwa/employee/conflict/answers";
import { isConflict } from "#pwa/employee/conflict/conflict-codes";
import { ConflictSheet } from "#pwa/employee/conflict/conflict-sheet";
import type { Conflict } from "#pwa/employee/conflict/conflicts";
import { useConflicts } from "#pwa/employee/conflict/use-conflicts";
import { formatAed } from "#pwa/i18n/amounts";
import { checkoutWords } from "#pwa/i18n/checkout";
import { conflictWords } from "#pwa/i18n/conflict";
import { joined } from "#pwa/i18n/joined";
import { moneyWords } from "#pwa/i18n/money";
import { percents } from "#pwa/i18n/say";
import { dayAndDate, momentAt, weekLabel } from "#pwa/i18n/say-day";
import { useMenu } from "#pwa/menu/use-menu";
import { WeekPlates } from "#pwa/menu/week-plates";
import { windowsOn } from "#pwa/menu/windows-on";
import { daysInOwnWords } from "#pwa/offline/own-words";
import { termsOf, useSession } from "#pwa/offline/session";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { usePending } from "#pwa/offline/sync/use-sync";
import { useDays } from "#pwa/offline/use-day";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import { useOrders } from "#pwa/offline/use-orders";
import { CardChoice, type CardSelection } from "#pwa/payment/card-choice";
import { sharesBefore } from "#pwa/payment/share-story";
import { useServerQuote } from "#pwa/payment/use-server-quote";
import { WhyPrice } from "#pwa/payment/why-price";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { SplitBar } from "#pwa/ui/split-bar";
import { Switch } from "#pwa/ui/switch";
import { Waiting } from "#pwa/ui/waiting";

const words = checkoutWords;
const none: Conflict[] = [];

/** One week's drafts, their price by the server's quote, and the way to pay. */
export function CheckoutWeek({ week, withWallet }: { week: string; withWallet?: boolean }) {
  const drafts = useDraftDays(week);
  const dates = drafts?.map((day) => day.date) ?? [];
  const days = useDays(dates);
  const { menu } = useMenu(week);
  const live = useLive();
  const pending = usePending();
  const profile = useSession((session) => session.profile);
  const windows = windowsOn(dates, live?.hours, profile?.delivery_window);
  const addresses = useAddresses();
  const orders = useOrders();
  const [switched, setSwitched] = useState(withWallet);
  // Money that is there pays first, unless the person says otherwise.
  const wallet = switched ?? (live?.wallet ?? 0) > 0;
  const [selection, setSelection] = useState<CardSelection>({});
  const estimate = useQuote(dates, { wallet });
  const stamp = JSON.stringify(drafts?.map(({ date, items, address_id }) => [date, items, address_id]));
  const server = useServerQuote(dates.length > 0 ? () => fetchQuote(dates, wallet) : null, `${wallet} ${stamp}`);
  const paying = usePaying(dates, wallet, server, selection);

  // The last quote remains valid while a new one is being loaded.
  const { last } = server;
  const [agreed, setAgreed] = useState<{ hash?: string; dates: string[] }>({ dates: [] });
  const [refused, setRefused] = useState<string>();
  const { changed } = paying;
  const lastHash = last?.hash;
  const shown =
    changed && refused !== changed.before.hash && (changed.hash ?? lastHash) === lastHash ? changed.before : undefined;
  const known = useConflicts({
    dates,
    exact: last,
    wallet,
    before: shown,
    agreed: agreed.hash === lastHash ? agreed.dates : undefined,
  });
  const changes = (last && known?.conflicts) || none;
  const many = changes.flatMap(({ matters }) => matters).length;
  const [deciding, setDeciding] = useState(false);
  const what = changes.flatMap(({ date, matters }) => matters.map((matter) => keyOf(date, matter))).join();
  // A change opens by itself, once for each set of changes, so that no one pays past it.
  useEffect(() => {
    if (what) setDeciding(true);
  }, [what]);

  // What must be read before the next tap is at the top: move there, for eyes and screen readers alike.
  const top = useRef<HTMLDivElement>(null);
  const news = paying.paying;
  useEffect(() => {
    if (!news) return;
    top.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [news]);

  if (!drafts || !days) return <Waiting />;
  const priced = server.state === "ready" ? server.quote : undefined;
  const exact = priced && { ...priced, days: daysInOwnWords(priced.days, menu) };
  const quote = exact ?? estimate?.quote;
  const issues = exact?.issues.filter((issue) => !isConflict(issue)) ?? [];
  const elsewhere = orders?.find((order) => order.week === week && order.intent?.status === "open");
  // While this page leaves for the card page, its own order is not shown as one that is being paid elsewhere.
  const busy = paying.paying ?? (elsewhere && !paying.busy ? { intent: elsewhere.intent?.id ?? null } : undefined);
  const address = addresses?.find((one) => one.id === profile?.address_id) ?? addresses?.[0];
  const lunches = drafts.flatMap((day) => day.items).reduce((sum, item) => sum + item.qty, 0);

  const plates = (
    <section className="card plan">
      <div className="row between">
        <h2 className="h3">{joined([moneyWords.lunches(lunches), weekLabel(week)])}</h2>
        <Link className="link sm" to={`/mealselection?week=${week}`}>
          {words.edit}
        </Link>
      </div>
      <WeekPlates days={days} menu={menu} />
      {quote && <LunchList days={quote.days} />}
      <AgainstDiet days={drafts} menu={menu} />
      {(address || windows.length > 0) && (
        <p className="row sm t2 whereto">
          <Icon name="pin" size="s" />
          <span className="grow">{joined([address?.label, ...windows])}</span>
        </p>
      )}
    </section>
  );
  const cost = quote && (
    <section className="card pad">
      <h2 className="h3">{words.whatYouPay}</h2>
      <div className="mt4">
        <SplitBar parts={splitOf(quote)} legend />
      </div>
      <div className="mt4">
        <Sums quote={quote} />
      </div>
      <p className="xs t3 mt2">
        {words.vatNote(
          formatAed(quote.vat_amount),
          formatAed(quote.net_amount),
          percents(quote.days.map((d) => d.vat_rate)),
        )}
      </p>
      {!exact && (
        <p className="help mt2">
          <Icon name="info" size="s" />
          <span>{estimate?.asOf ? words.estimated(momentAt(estimate.asOf, serverNow())) : words.estimatedNow}</span>
        </p>
      )}
      {profile && live && (
        <WhyPrice days={sharesBefore(quote.days, profile.share_duration, live.share_used)} terms={termsOf(profile)} />
      )}
    </section>
  );

  if (busy) {
    // The days of the order count as taken now, so a quote of them would show nothing.
    return (
      <div className="checkoutpage one">
        <h1 className="sr">{words.title}</h1>
        <div ref={top} tabIndex={-1} className="col g4 news">
          <EmptyState
            icon="clock"
            title={words.busyTitle}
            action={
              <Button look="pri" to={busy.intent ? `/payment/${busy.intent}` : "/dashboard/history"}>
                {words.busyGo}
              </Button>
            }
          >
            {words.busyText}
          </EmptyState>
          {plates}
        </div>
      </div>
    );
  }
  if (server.state === "offline" && !paying.busy) {
    if (!quote) return <Waiting />;
    return (
      <SavedOffline
        week={week}
        first={dates[0]}
        unsent={pending > 0}
        payable={quote.payable_amount}
        onTry={server.again}
        plates={plates}
        cost={cost}
      />
    );
  }
  return (
    <div className="checkoutpage">
      <h1 className="sr">{words.title}</h1>
      <div ref={top} tabIndex={-1} className="col g4 news">
        {many > 0 && (
          <section className="card pad changes" aria-labelledby="changes">
            <h2 className="h3 row g2" id="changes">
              <Icon name="alert" size="s" />
              {conflictWords.title(many)}
            </h2>
            <p className="sm t2 mt2">
              {changes.map(({ date }) => (date ? dayAndDate(date) : conflictWords.week)).join(" · ")}
            </p>
            <Button look="soft" className="mt3" onClick={() => setDeciding(true)}>
              {conflictWords.decide}
            </Button>
          </section>
        )}
        {issues.length > 0 && changes.length === 0 && <IssueList issues={issues} week={week} />}
        {plates}
      </div>
      <div className="col g4">
        {server.state === "failed" && (
          <ErrorBox title={server.reason === "unavailable" ? words.away : words.failedTitle} onRetry={server.again}>
            {server.message}
          </ErrorBox>
        )}
        {cost}
        {live && live.wallet > 0 && (
          <section className="card walletrow">
            <Switch
              on={wallet}
              onChange={setSwitched}
              disabled={paying.busy}
              label={words.useMyWallet}
              help={words.balance(formatAed(live.wallet))}
            />
          </section>
        )}
        {quote && quote.payable_amount > 0 && (
          <CardChoice selection={selection} onSelect={setSelection} busy={paying.busy} />
        )}
        <PayButton
          state={server.state}
          quote={exact}
          sending={pending > 0}
          blocked={exact !== undefined && exact.issues.length > 0}
          changes={many}
          onDecide={() => setDeciding(true)}
          paying={paying}
        />
      </div>
      {deciding && known && many > 0 && (
        <ConflictSheet
          known={known}
          busy={server.state === "asking"}
          onClose={() => setDeciding(false)}
          onSettled={(settled) => {
            setAgreed((before) => ({
              hash: lastHash,
              dates: [...(before.hash === lastHash ? before.dates : []), ...settled],
            }));
            if (shown && settled.length === changes.length) setRefused(shown.hash);
          }}
        />
      )}
    </div>
  );
}
