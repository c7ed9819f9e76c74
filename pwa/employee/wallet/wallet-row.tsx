import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { momentAt } from "#pwa/i18n/say-day";
import { walletWords } from "#pwa/i18n/wallet";
import type { WalletEntry } from "#pwa/offline/wire";
import { Icon, type IconName } from "#pwa/ui/icon";

const words = walletWords;
const icons: Record<string, IconName> = {
  topup: "plus",
  order: "plate",
  amendment: "edit",
  refund: "repeat",
  credit: "star",
  debt: "check",
};

/** The reason of a wallet entry: orders and their changes pay or refund. */
function reasonOf({ type, amount, note, till, place }: WalletEntry): string {
  if (till) return words.at(amount > 0 ? words.counterBack : words.atCounter, till, place ?? "");
  const back = amount > 0 && (type === "order" || type === "amendment" || type === "debt");
  const reason = words.reasons[back ? `${type}Back` : type] ?? words.other;
  return note ? `${reason}: ${note}` : reason;
}

/** Where what an entry belongs to is shown. */
const target = ({ order_id, sale_id }: WalletEntry) =>
  order_id ? `?order=${order_id}` : sale_id ? `?sale=${sale_id}` : undefined;

/** One thing that went in or out. What belongs to an order or a purchase opens it. */
export function WalletRow({ entry, now }: { entry: WalletEntry; now: number }) {
  const reason = reasonOf(entry);
  const about = target(entry);
  const when = momentAt(Date.parse(entry.date), now);
  const inside = (
    <>
      <span className={`disc ${entry.amount > 0 ? "in" : ""}`}>
        <Icon name={icons[entry.type] ?? "wallet"} size="s" />
      </span>
      <span className="grow">
        <span className="m blk">{reason}</span>
        <span className="sm t2 blk">{when}</span>
      </span>
      <span className="sum">
        <span className={`num m blk${entry.amount > 0 ? " plus" : ""}`}>
          {formatAed(entry.amount, entry.amount > 0 ? "+" : "−")}
        </span>
        <span className="num sm t2 blk">{words.after(formatAed(entry.balance))}</span>
      </span>
    </>
  );
  return (
    <li>
      {about ? (
        <Link className="li" to={`/dashboard/history${about}`}>
          {inside}
        </Link>
      ) : (
        <div className="li">{inside}</div>
      )}
    </li>
  );
}
