import type { ReactNode } from "react";
import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import type { AmendMoney, AmendmentQuote } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";
import { RadioRow } from "#pwa/ui/radio-row";
import { Switch } from "#pwa/ui/switch";

const words = amendWords;

type Props = {
  quote: AmendmentQuote;
  money: AmendMoney;
  onChange: (money: AmendMoney) => void;
  /** What the wallet holds, fils. */
  balance: number;
  /** What cards have paid for this order and not got back, fils. */
  byCard: number;
  busy: boolean;
  /** How a card pays: only shown when one must. */
  card: ReactNode;
};

/** Where the money comes from, or where it goes. */
export function AmendMoneyCard({ quote, money, onChange, balance, byCard, busy, card }: Props) {
  const { difference, wallet_amount, payable_amount, refund_amount, refund_card, refund_wallet } = quote;
  if (difference > 0) {
    return (
      <>
        {balance > 0 && (
          <section className="card walletrow">
            <Switch
              on={money.wallet}
              onChange={(wallet) => onChange({ ...money, wallet })}
              disabled={busy}
              label={words.useWallet}
              help={words.balance(formatAed(balance))}
            />
          </section>
        )}
        <section className="card pad">
          <h2 className="h3">{words.payNow}</h2>
          <dl className="dl sums sm mt3">
            {wallet_amount > 0 && (
              <div>
                <dt className="t2">{words.fromWallet}</dt>
                <dd>{formatAed(wallet_amount)}</dd>
              </div>
            )}
            <div className="m">
              <dt>{words.byCard}</dt>
              <dd>{formatAed(payable_amount)}</dd>
            </div>
          </dl>
        </section>
        {payable_amount > 0 && (
          <>
            {card}
            <p className="help">
              <Icon name="info" size="s" />
              <span>{words.untilPaid}</span>
            </p>
          </>
        )}
      </>
    );
  }
  if (refund_amount === 0) return null;
  if (byCard <= 0) {
    return (
      <p className="card pad row sm">
        <Icon name="wallet" />
        <span className="grow">{words.onlyWallet}</span>
      </p>
    );
  }
  const part =
    money.refund === "card" && refund_wallet > 0
      ? words.toCardPart(formatAed(refund_card), formatAed(refund_wallet))
      : refund_amount > byCard
        ? words.toCardMost(formatAed(byCard))
        : words.toCardText;
  return (
    <fieldset className="col g2 backto" disabled={busy}>
      <legend className="h3">{words.backTo}</legend>
      <RadioRow
        name="refund"
        value="wallet"
        checked={money.refund === "wallet"}
        onChoose={() => onChange({ ...money, refund: "wallet" })}
      >
        <Icon name="wallet" />
        <span className="grow">
          <span className="m blk">{words.toWallet}</span>
          <span className="sm t2">{words.toWalletText}</span>
        </span>
      </RadioRow>
      <RadioRow
        name="refund"
        value="card"
        checked={money.refund === "card"}
        onChoose={() => onChange({ ...money, refund: "card" })}
      >
        <Icon name="card" />
        <span className="grow">
          <span className="m blk">{words.toCard}</span>
          <span className="sm t2">{part}</span>
        </span>
      </RadioRow>
    </fieldset>
  );
}
