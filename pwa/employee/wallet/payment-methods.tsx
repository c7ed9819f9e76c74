import { useState } from "react";
import { cardsWords } from "#pwa/i18n/cards";
import { errorsWords } from "#pwa/i18n/errors";
import { momentAt } from "#pwa/i18n/say-day";
import { useConfig } from "#pwa/offline/config";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault } from "#pwa/offline/server";
import { useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOffline } from "#pwa/offline/sync/use-offline";
import type { SavedCard } from "#pwa/offline/wire";
import { ApplePayMark, CardMark } from "#pwa/payment/card-mark";
import { expiryOf, hasExpired, nameOf } from "#pwa/payment/card-words";
import { makeDefault, removeCard, useCards } from "#pwa/payment/use-cards";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";
import { Sheet } from "#pwa/ui/sheet";
import "#pwa/payment/cards.css";

const words = cardsWords;

/** Lists the person's saved cards, which the provider keeps, to choose the default or remove one. */
export function PaymentMethods() {
  const { cards, at, trouble, again } = useCards();
  const offline = useOffline();
  const now = useServerNow();
  const applePay = useConfig((config) => config.apple_pay);
  const [asked, setAsked] = useState<SavedCard>();
  const [busy, setBusy] = useState("");
  const [message, setMessage] = useState("");
  useHeader({ title: words.title });

  const change = async (card: SavedCard, how: typeof makeDefault, done: string) => {
    setBusy(card.id);
    setMessage("");
    try {
      await how(card.id);
      setMessage(done);
    } catch (cause) {
      setMessage(
        cause instanceof Fault ? sentenceFor(cause) : navigator.onLine ? errorsWords.offline : words.needsNetwork,
      );
      if (cause instanceof Fault) again();
    } finally {
      setBusy("");
      setAsked(undefined);
    }
  };

  return (
    <div className="paymethods">
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.intro}</p>
      {(trouble || offline) && at !== undefined && (
        <p className="help mt2" role="status">
          <Icon name="clock" size="s" />
          <span>
            {words.asOf(momentAt(at, now))} {words.needsNetwork}
          </span>
        </p>
      )}
      <div className="mt4">
        {cards ? (
          <Cards
            cards={cards}
            now={now}
            busy={busy}
            online={!offline}
            onDefault={(card) => change(card, makeDefault, words.nowDefault(nameOf(card)))}
            onRemove={(card) => {
              setMessage("");
              setAsked(card);
            }}
          />
        ) : trouble ? (
          <ErrorBox
            title={trouble === "offline" ? words.failedOffline : words.failed}
            onRetry={trouble === "offline" ? undefined : again}
          />
        ) : (
          <Loading className="col g3" heights={["72px", "72px"]} />
        )}
      </div>
      <p className="sm t2 center mt3" role="status">
        {message}
      </p>
      {applePay && (
        <section className="card list mt4">
          <div className="li">
            <ApplePayMark />
            <span className="grow">
              <span className="m blk">{words.applePay}</span>
              <span className="sm t2 blk">{words.applePayText}</span>
            </span>
          </div>
        </section>
      )}
      <p className="help mt4">
        <Icon name="lock" size="s" />
        <span>{words.secure}</span>
      </p>
      <Sheet
        kind="alert"
        open={asked !== undefined}
        title={words.removeTitle}
        onClose={() => setAsked(undefined)}
        footer={
          asked && (
            <div className="col g2 mt6">
              <Button
                look="danger"
                size="lg"
                full
                busy={busy === asked.id}
                onClick={() => change(asked, removeCard, words.removed(nameOf(asked)))}
              >
                {words.remove}
              </Button>
              <Button look="ghost" full data-first onClick={() => setAsked(undefined)}>
                {words.keep}
              </Button>
            </div>
          )
        }
      >
        <p className="t2 mt2">{asked && words.removeText(nameOf(asked))}</p>
      </Sheet>
    </div>
  );
}

type CardsProps = {
  cards: SavedCard[];
  now: number;
  busy: string;
  online: boolean;
  onDefault: (card: SavedCard) => void;
  onRemove: (card: SavedCard) => void;
};

function Cards({ cards, now, busy, online, onDefault, onRemove }: CardsProps) {
  const admin = useSession(({ profile }) => profile?.client_type === "Admin");
  if (cards.length === 0) {
    return (
      <EmptyState
        icon="card"
        title={words.none}
        action={
          <div className="row g2 wrap middle">
            <Button look="pri" to="/dashboard/home">
              {words.toLunches}
            </Button>
            {!admin && (
              <Button look="out" to="/dashboard/walletTransactions?topup=1">
                {words.topUp}
              </Button>
            )}
          </div>
        }
      >
        {words.noneText}
      </EmptyState>
    );
  }
  return (
    <ul className="card list">
      {cards.map((card) => {
        const old = hasExpired(card, now);
        return (
          <li className="li" key={card.id}>
            <CardMark brand={card.brand} />
            <span className="grow">
              <span className="m blk">
                {words.brands[card.brand] ?? words.anyBrand} <bdi className="num">{words.dots(card.last4)}</bdi>
              </span>
              <span className={`sm blk ${old ? "late" : "t2"}`}>
                {(old ? words.expired : words.expires)(expiryOf(card))}
              </span>
            </span>
            <span className="acts">
              {card.default ? (
                <span className="st ok">
                  <Icon name="check" size="xs" />
                  {words.default}
                </span>
              ) : (
                <Button
                  look="soft"
                  disabled={!online || old}
                  busy={busy === card.id}
                  aria-label={words.makeDefaultOf(nameOf(card))}
                  onClick={() => onDefault(card)}
                >
                  {words.makeDefault}
                </Button>
              )}
              <Button
                look="ghost"
                disabled={!online}
                aria-label={words.removeOf(nameOf(card))}
                onClick={() => onRemove(card)}
              >
                {words.remove}
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
