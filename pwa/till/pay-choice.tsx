import { useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { cartWords } from "#pwa/i18n/pos";
import { maxAmount, readAmount } from "#pwa/till/amount";
import type { Bill } from "#pwa/till/bill";
import { useCart, type Way } from "#pwa/till/cart";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Icon, type IconName } from "#pwa/ui/icon";
import { Segment } from "#pwa/ui/segment";

const ways: { way: Way; icon: IconName; label: string }[] = [
  { way: "cash", icon: "cash", label: cartWords.cash },
  { way: "terminal", icon: "card", label: cartWords.terminal },
  { way: "account", icon: "building", label: cartWords.account },
];
const notes = [500, 1000, 2000, 5000, 10_000, 20_000];

/** Asks how a sale is paid. What the account does not cover is paid in cash or by card terminal. */
export function PayChoice({ bill }: { bill: Bill }) {
  const { way, rest, buyer, withinLimit } = useCart();
  const eater = typeof buyer?.account === "object" ? buyer.account.eater : undefined;
  const limit = eater?.limit;
  const more = bill.allowed === null ? undefined : eater?.with_confirmation;
  const noAccount = !buyer || bill.allowed === 0;
  return (
    <div className="col g2">
      <div className="pmg" role="radiogroup" aria-label={cartWords.payWith}>
        {ways.map((one) => {
          const dead = one.way === "account" && !buyer;
          return (
            <label key={one.way} className={`${way === one.way ? "on" : ""}${dead ? " dis" : ""}`}>
              <input
                type="radio"
                name="way"
                checked={way === one.way}
                disabled={dead}
                onChange={() => useCart.setState({ way: one.way, given: null })}
              />
              <Icon name={one.icon} />
              {one.label}
            </label>
          );
        })}
      </div>
      {buyer && noAccount && bill.total > 0 && <p className="xs t2">{cartWords.accountNone}</p>}
      {way === "account" && eater && more && (
        <div className="row g3">
          <p className="xs t2 grow">
            {withinLimit
              ? cartWords.withinLimit(formatAed(eater.share + eater.wallet))
              : cartWords.aboveLimit(formatAed(eater.limit))}
          </p>
          <Button look="soft" onClick={() => useCart.setState({ withinLimit: !withinLimit, given: null })}>
            {withinLimit
              ? cartWords.putAll(formatAed(more.share + more.wallet))
              : cartWords.putOnly(formatAed(eater.share + eater.wallet))}
          </Button>
        </div>
      )}
      {way === "account" && !more && limit !== undefined && limit < bill.total && (
        <p className="xs t2">{cartWords.limited(formatAed(limit))}</p>
      )}
      {way === "account" && bill.allowed !== null && bill.cash + bill.terminal > 0 && (
        <>
          <p className="xs t2">{cartWords.restBy(formatAed(bill.cash + bill.terminal))}</p>
          <Segment
            label={cartWords.restBy(formatAed(bill.cash + bill.terminal))}
            value={rest}
            options={[
              { value: "cash", label: cartWords.cash },
              { value: "terminal", label: cartWords.terminal },
            ]}
            onChange={(value) => useCart.setState({ rest: value, given: null })}
          />
        </>
      )}
      {bill.cash > 0 && <CashGiven bill={bill} />}
      {bill.terminal > 0 && <Reference />}
    </div>
  );
}

function Reference() {
  const reference = useCart((cart) => cart.reference);
  return (
    <Field
      label={cartWords.reference}
      value={reference}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => useCart.setState({ reference: event.target.value })}
    />
  );
}

function CashGiven({ bill }: { bill: Bill }) {
  const given = useCart((cart) => cart.given);
  const [typed, setTyped] = useState<string | null>(null);
  const give = (amount: number | null) => {
    setTyped(null);
    useCart.setState({ given: amount });
  };
  const shown = typed ?? (given === null ? "" : (given / 100).toFixed(2));
  return (
    <>
      <div className="till-notes">
        {notes.map((one) => (
          <Button key={one} look="out" onClick={() => give(Math.min(maxAmount, (given ?? 0) + one))}>
            {one / 100}
          </Button>
        ))}
        <Button look={given === null ? "soft" : "out"} onClick={() => give(null)}>
          {cartWords.exact}
        </Button>
      </div>
      <div className="till-given">
        <label className="inp">
          <span className="sm t2">{cartWords.given}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={bill.tooLittle || undefined}
            placeholder={(bill.cash / 100).toFixed(2)}
            value={shown}
            onChange={(event) => {
              setTyped(event.target.value);
              useCart.setState({ given: readAmount(event.target.value) });
            }}
            onBlur={() => setTyped(null)}
          />
        </label>
        <p className="till-change" role="status">
          {bill.tooLittle ? (
            <span className="till-bad sm">{cartWords.tooLittle}</span>
          ) : (
            <>
              <span className="xs t2">{cartWords.changeBack}</span>
              <b className="num">{formatAed(bill.change)}</b>
            </>
          )}
        </p>
      </div>
    </>
  );
}
