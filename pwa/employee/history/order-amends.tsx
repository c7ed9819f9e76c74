import { Link } from "react-router";
import { doneAt } from "#pwa/employee/amend/done-at";
import { formatAed } from "#pwa/i18n/amounts";
import { historyWords } from "#pwa/i18n/history";
import { joined } from "#pwa/i18n/joined";
import { list } from "#pwa/i18n/say";
import { clockAt, dayAndDate, shortDay } from "#pwa/i18n/say-day";
import type { Amendment, Order } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

const words = historyWords;
const tones: Record<string, Tone> = { Confirmed: "ok", "Payment Pending": "warn" };

/** Every change of an order that was begun, newest first, each with a way to its before and after. */
export function OrderAmends({ order }: { order: Order }) {
  if (!order.orderAmends || order.orderAmends.length === 0) return null;
  return (
    <section className="mt4" aria-label={words.amendments}>
      <h3 className="sm b">{words.amendments}</h3>
      <ul className="list mt2">
        {[...order.orderAmends].reverse().map((one) => (
          <li key={one.id}>
            <Link className="li amendrow" to={doneAt(order.id, one.id)}>
              <span className="grow">
                <span className="sm m blk">{words.amendment(moment(one))}</span>
                <span className="xs t3 blk">
                  {list(one.days.filter(({ change }) => change !== "same").map(({ date }) => shortDay(date)))} ·{" "}
                  {money(one.difference)}
                </span>
              </span>
              <StatusChip
                tone={tones[one.status] ?? "mute"}
                icon={one.status === "Confirmed" ? "check" : one.status === "Payment Pending" ? "clock" : "x"}
              >
                {one.withdrawn ? words.withdrawn : (words.status[one.status] ?? one.status)}
              </StatusChip>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function moment({ created_at }: Amendment): string {
  const ms = Date.parse(created_at);
  return joined([dayAndDate(dateAt(ms)), clockAt(ms)]);
}

function money(difference: number): string {
  if (difference === 0) return words.samePrice;
  return difference > 0 ? words.paidMore(formatAed(difference)) : words.gotBack(formatAed(-difference));
}
