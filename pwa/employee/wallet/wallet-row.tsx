import { Link } from "react-router";
import { momentAt } from "#pwa/i18n/say-day";
import { walletWords } from "#pwa/i18n/wallet";
import type { WalletEntry } from "#pwa/offline/wire";
import { formatAed } from "#pwa/rules/money";
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
function reasonOf({ type, amount, note }: WalletEntry): string {
  const back = amount > 0 && (type === "order" || type === "amendment" || type === "debt");
  const reason = words.reasons[back ? `${type}Back` : type] ?? words.other;
  return note ? `${reason}: ${note}` : reason;
}

/** One thing that went in or out. What belongs to an order opens it. */
export function WalletRow({ entry, now }: { entry: WalletEntry; now: number }) {
  const reason = reasonOf(entry);
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
          {entry.amount > 0 ? "+" : "−"}
          {formatAed(Math.abs(entry.amount))}
        </span>
        <span className="num sm t2 blk">{words.after(formatAed(entry.balance))}</span>
      </span>
    </>
  );
  return (
    <li>
      {entry.order_id ? (
        <Link className="li" to={`/dashboard/history?order=${entry.order_id}`}>
          {inside}
        </Link>
      ) : (
        <div className="li">{inside}</div>
      )}
    </li>
  );
}
