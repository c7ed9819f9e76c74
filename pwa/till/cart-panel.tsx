import { useEffect, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { moneyWords } from "#pwa/i18n/money";
import { cartWords } from "#pwa/i18n/pos";
import { percents } from "#pwa/i18n/say";
import { Fault } from "#pwa/offline/server";
import type { TillMenuMeal } from "#pwa/offline/wire";
import { vatOn } from "#pwa/rules/money";
import { dateAt } from "#pwa/rules/week/date";
import type { Outcome } from "#pwa/till/ask-buyer";
import { type Bill, billOf, vatIn } from "#pwa/till/bill";
import { type Account, clearCart, setAccount, setBuyer, useCart } from "#pwa/till/cart";
import { CartLines } from "#pwa/till/cart-lines";
import { ConfirmSheet } from "#pwa/till/confirm-sheet";
import { CustomerBar } from "#pwa/till/customer-bar";
import { PayChoice } from "#pwa/till/pay-choice";
import { NotSaved } from "#pwa/till/save-event";
import { sell } from "#pwa/till/sell";
import { codeGood, isFrozen } from "#pwa/till/shown-code";
import { askEater, clock, sendNow } from "#pwa/till/till";
import { serverTime } from "#pwa/till/till-clock";
import { note, type TillDb } from "#pwa/till/till-db";
import { useConfirm } from "#pwa/till/use-confirm";
import type { Kept } from "#pwa/till/use-kept";
import { Button } from "#pwa/ui/button";
import { type Part, SplitBar } from "#pwa/ui/split-bar";

type Props = { db: TillDb; kept: Kept; meals: TillMenuMeal[]; onSold: (id: string) => void };

const noTerms = { company_id: "", offline_limit: 0 };

/** The open sale: its lines, the buyer, and the payment. Nothing is sold before it is on the disk. */
export function CartPanel({ db, kept, meals, onSold }: Props) {
  const cart = useCart();
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const bill = billOf({ ...cart, meals, terms: kept.terms ?? noTerms });
  const { buyer } = cart;
  const { confirm, waiting, cancel } = useConfirm();
  const [again, setAgain] = useState(0);
  useAccount(buyer?.proof, bill.total, again, setError);

  const unconfirmed = (outcome: Outcome) => {
    if (outcome === "cancelled") return;
    if (outcome === "expired") return setError(cartWords.notConfirmed);
    const refused = outcome === "declined" ? cartWords.declined : refusalOf(outcome);
    if (refused) {
      setBuyer(null);
      return setError(refused);
    }
    if (outcome === "offline") return setError(cartWords.confirmOffline(formatAed(limitOf(buyer?.account))));
    setAgain((n) => n + 1);
    setError(cartWords.confirmChanged);
  };

  const save = async () => {
    if (saving) return;
    setError(undefined);
    setSaving(true);
    try {
      if (buyer && !codeGood(buyer, serverTime(clock, await note(db, "clock")))) {
        setBuyer(null);
        setSaving(false);
        return setError(cartWords.oldCode);
      }
      let id: string | undefined;
      if (buyer && bill.toConfirm) {
        const lines = bill.lines.map(({ meal, qty, price }) => ({ meal, qty, price }));
        const asked = await confirm({ proof: buyer.proof, amount: bill.account, lines });
        id = asked.id;
        if (asked.outcome !== "confirmed") {
          setSaving(false);
          return unconfirmed(asked.outcome);
        }
      }
      const event = await sell(db, clock, {
        ...(id ? { id } : {}),
        lines: bill.lines.map(({ list: _, ...line }) => line),
        gross: bill.gross,
        cash: bill.cash,
        given: bill.cash > 0 ? (cart.given ?? bill.cash) : 0,
        terminal: bill.terminal,
        reference: bill.terminal > 0 ? cart.reference.trim() : "",
        account: bill.account,
        proof: buyer?.proof ?? "",
        buyer: buyer?.name ?? "",
        note: cart.note.trim(),
      });
      clearCart();
      void sendNow();
      onSold(event.id);
    } catch (cause) {
      if (cause instanceof NotSaved && cause.why === "code_used") setBuyer(null);
      setError(whyNot(cause));
    }
    setSaving(false);
  };

  const vat_rate = vatOn(kept.terms?.vat_rates, dateAt(serverTime(clock, kept.clockOffset)));
  const count = bill.lines.reduce((sum, { qty }) => sum + qty, 0);
  const asking = cart.way === "account" && bill.allowed === null;
  return (
    <aside className="till-side" aria-label={cartWords.cart}>
      <CustomerBar db={db} kept={kept} />
      <CartLines bill={bill} />
      <div className="till-foot">
        <div className="till-sums">{count > 0 && <Sums bill={bill} count={count} vat_rate={vat_rate} />}</div>
        <PayChoice bill={bill} />
        <div className="till-save">
          {error && (
            <p className="help err mt2" role="alert">
              {error}
            </p>
          )}
          <Button
            look="pri"
            size="lg"
            full
            className="mt3"
            busy={saving || (asking && count > 0)}
            disabled={count === 0 || bill.tooLittle}
            onClick={() => void save()}
          >
            {saysSave(bill, count)}
          </Button>
        </div>
        {waiting && buyer && <ConfirmSheet amount={bill.account} name={buyer.name} {...waiting} onCancel={cancel} />}
      </div>
    </aside>
  );
}

function saysSave(bill: Bill, count: number): string {
  if (count === 0) return cartWords.saveNothing;
  return bill.toConfirm
    ? cartWords.askCustomer(formatAed(bill.account))
    : cartWords.save(formatAed(bill.total - bill.account));
}

/** What goes on the buyer's account without asking them. */
const limitOf = (account?: Account): number => (typeof account === "object" ? account.eater.limit : 0);

function Sums({ bill, count, vat_rate }: { bill: Bill; count: number; vat_rate: number }) {
  const settled = bill.account > 0 && bill.share + bill.wallet > 0;
  const parts: Part[] = [
    { kind: "discount", label: moneyWords.discountWord, fils: bill.discount },
    { kind: "company", label: moneyWords.company, fils: settled ? Math.min(bill.share, bill.account) : 0 },
    { kind: "wallet", label: moneyWords.walletWord, fils: settled ? Math.max(0, bill.account - bill.share) : 0 },
    { kind: "you", label: cartWords.toPay, fils: bill.cash + bill.terminal + (settled ? 0 : bill.account) },
  ];
  const less = (term: string, fils: number) =>
    fils > 0 && (
      <div className="neg">
        <dt>{term}</dt>
        <dd>{formatAed(fils, "−")}</dd>
      </div>
    );
  return (
    <>
      {bill.gross > bill.cash + bill.terminal && <SplitBar parts={parts} thin />}
      <dl className="dl sm mt2">
        <div>
          <dt className="t2">{cartWords.lunches(count)}</dt>
          <dd>{formatAed(bill.gross)}</dd>
        </div>
        {less(cartWords.discount, bill.discount)}
        {settled ? (
          <>
            {less(cartWords.share, Math.min(bill.share, bill.account))}
            {less(cartWords.fromWallet, Math.max(0, bill.account - bill.share))}
          </>
        ) : (
          less(cartWords.onAccount, bill.account)
        )}
        <div className="tot">
          <dt>{cartWords.toPay}</dt>
          <dd>{formatAed(bill.cash + bill.terminal)}</dd>
        </div>
      </dl>
      <p className="xs t3">{cartWords.vat(formatAed(vatIn({ lines: bill.lines, vat_rate })), percents([vat_rate]))}</p>
    </>
  );
}

/** What the server says of a code that cannot buy here; undefined when it says something else. */
function refusalOf(cause: unknown): string | undefined {
  if (!(cause instanceof Fault)) return;
  if (cause.reason === "eater_elsewhere") return cartWords.stranger;
  if (cause.reason === "eater_code") return isFrozen(cause) ? cartWords.frozenCode : cartWords.oldCode;
}

/** Asks what can go on the buyer's account whenever the total changes; without an answer the operator's limit applies. */
function useAccount(proof: string | undefined, total: number, again: number, onRefused: (why: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another code or total, or once more, alone
  useEffect(() => {
    if (!proof) return;
    let here = true;
    const timer = setTimeout(() => {
      askEater(proof, total).then(
        (eater) => here && setAccount(proof, { total, eater }),
        (cause) => {
          if (!here) return;
          // The server issued the code, so its word on whether the code is valid counts more than the clock here.
          const refused = refusalOf(cause);
          if (!refused) return setAccount(proof, "offline");
          setBuyer(null);
          onRefused(refused);
        },
      );
    }, 200);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [proof, total, again]);
}

function whyNot(cause: unknown): string {
  if (cause instanceof NotSaved && cause.why === "code_used") return cartWords.usedCode;
  if (cause instanceof NotSaved && cause.why === "too_large") return cartWords.tooLarge;
  const names = [(cause as Error)?.name, (cause as { inner?: Error })?.inner?.name];
  return names.includes("QuotaExceededError") ? cartWords.full : cartWords.notSaved;
}
