import { WeekPlates } from "#pwa/draft/WeekPlates";
import { useMenu } from "#pwa/menu/useMenu";
import { formatAed } from "#pwa/money";
import { statusChip } from "#pwa/order/statusChip";
import { useDays } from "#pwa/order/useDay";
import { Result } from "#pwa/payment/Result";
import { Button } from "#pwa/ui/Button";
import { Icon } from "#pwa/ui/Icon";
import { StatusChip } from "#pwa/ui/StatusChip";
import { closingTime } from "#pwa/week/closingTime";
import type { Intent, Order } from "#pwa/wire";
import { mealsWords } from "#pwa/words/meals";
import { paymentWords } from "#pwa/words/payment";

const said = paymentWords;

/** Nothing was taken, and why; the lunches are kept and can be paid again. */
export function Failed({ intent, order }: { intent: Intent; order?: Order | null }) {
  const { menu } = useMenu(order?.week);
  const dates = order?.deliveries.map((delivery) => delivery.delivery_date).sort() ?? [];
  const days = useDays(dates);
  const reason = intent.reason ?? "";
  const help = said.help[reason] ?? said.help.declined ?? [];
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
      title={said.failed}
      lead={<p>{said.reasons[reason] ?? said.reasonUnknown}</p>}
      status={<StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          <Button look="pri" size="lg" full to={order ? `/checkout/${order.id}` : "/checkout"}>
            {said.againFor(formatAed(intent.amount))}
          </Button>
          {week && (
            <Button look="out" size="lg" full to={`/mealselection?week=${week}`}>
              {said.changeMeals}
            </Button>
          )}
          <Button look="ghost" full to="/dashboard/home">
            {said.later}
          </Button>
        </>
      }
    >
      {days && days.length > 0 && first && (
        <section className="card weekset kept mt6">
          <p className="sm m center">
            {lunches === 1 ? said.keptOne : said.kept(mealsWords.lunches(lunches))} <b>{closingTime(first)}</b>
          </p>
          <WeekPlates days={days} menu={menu} />
        </section>
      )}
      <section className="card pad mt4">
        <h2 className="sm b">{said.helps}</h2>
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
