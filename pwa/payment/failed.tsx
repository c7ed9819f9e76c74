import { formatAed } from "#pwa/i18n/amounts";
import { closingTime } from "#pwa/i18n/closing-time";
import { mealsWords } from "#pwa/i18n/meals";
import { paymentWords } from "#pwa/i18n/payment";
import { useMenu } from "#pwa/menu/use-menu";
import { WeekPlates } from "#pwa/menu/week-plates";
import { useDays } from "#pwa/offline/use-day";
import type { Intent, Order } from "#pwa/offline/wire";
import { Result } from "#pwa/payment/result";
import { statusChip } from "#pwa/payment/status-chip";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

const words = paymentWords;

/** The page where the same payment can be tried again. */
const againAt = ({ purpose, order, invoice }: Intent, known: boolean) => {
  if (purpose === "invoice") return `/dashboard/company-invoices/${invoice}/details?pay=1`;
  if (purpose === "topup") return "/dashboard/walletTransactions?topup=1";
  if (purpose === "amendment") return `/checkout/edit/${order}`;
  return known ? `/checkout/${order}` : "/checkout";
};

/** Nothing was charged, and why; the payment can be tried again. */
export function Failed({ intent, order: known }: { intent: Intent; order?: Order | null }) {
  // A new order is kept only until it is paid; an order whose change was not paid is still confirmed.
  const order = intent.purpose === "amendment" ? null : known;
  const { menu } = useMenu(order?.week);
  const dates = order?.deliveries.map((delivery) => delivery.delivery_date).sort() ?? [];
  const days = useDays(dates);
  const reason = intent.reason ?? "";
  const help = words.help[reason] ?? words.help.declined ?? [];
  const lunches = order?.deliveries.flatMap((delivery) => delivery.items).reduce((sum, item) => sum + item.qty, 0) ?? 0;
  const { text, ...look } = statusChip("Payment Failed");
  const week = order?.week;
  const [first] = dates;
  return (
    <Result
      sign={
        <span className="seal bad">
          <Icon name="x" />
        </span>
      }
      title={words.failed}
      lead={
        <p>
          {words.reasons[reason] ?? words.reasonUnknown}
          {intent.purpose === "amendment" && ` ${words.changeStands}`}
        </p>
      }
      status={<StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          <Button look="pri" size="lg" full to={againAt(intent, Boolean(order))}>
            {words.againFor(formatAed(intent.amount))}
          </Button>
          {week && (
            <Button look="out" size="lg" full to={`/mealselection?week=${week}`}>
              {words.changeMeals}
            </Button>
          )}
          <Button look="ghost" full to={week ? `/dashboard/home?week=${week}` : "/dashboard/home"}>
            {intent.purpose && intent.purpose !== "order" ? words.lunches : words.later}
          </Button>
        </>
      }
    >
      {days && days.length > 0 && first && (
        <section className="card weekset kept mt6">
          <p className="sm m center">
            {lunches === 1 ? words.keptOne : words.kept(mealsWords.lunches(lunches))} <b>{closingTime(first)}</b>
          </p>
          <WeekPlates days={days} menu={menu} />
        </section>
      )}
      <section className="card pad mt4">
        <h2 className="sm b">{words.helps}</h2>
        <ul className="sm t2 mt2 col g2">
          {help.map((line) => (
            <li key={line} className="row g2 start">
              <Icon name="okc" size="s" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </section>
    </Result>
  );
}
