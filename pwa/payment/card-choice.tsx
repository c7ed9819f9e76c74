import { useEffect, useId } from "react";
import { cardsWords } from "#pwa/i18n/cards";
import { joined } from "#pwa/i18n/joined";
import { useConfig } from "#pwa/offline/config";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { ApplePayMark, CardMark } from "#pwa/payment/card-mark";
import { expiryOf, hasExpired, nameOf } from "#pwa/payment/card-words";
import { useCards } from "#pwa/payment/use-cards";
import { CheckRow } from "#pwa/ui/check-row";
import { Icon } from "#pwa/ui/icon";
import "#pwa/payment/cards.css";

/** Which card pays: a saved one by its id, else a new one that may be kept. An empty selection means that nothing is chosen yet. */
export type CardSelection = { card?: string; save_card?: boolean };

type Props = { selection: CardSelection; onSelect: (selection: CardSelection) => void; busy?: boolean };

const words = cardsWords;

/** Asks how to pay what is due: with a saved card, the default one first, or with a new one on the provider's page. */
export function CardChoice({ selection, onSelect, busy }: Props) {
  const { cards } = useCards();
  const applePay = useConfig((config) => config.apple_pay);
  const now = useServerNow();
  const name = useId();
  const usable = cards?.filter((card) => !hasExpired(card, now)) ?? [];
  const chosen = usable.find(({ id }) => id === selection.card);
  const first = usable.find((card) => card.default) ?? usable[0];

  // The default is selected until the person chooses; a card that was removed meanwhile is no longer selected.
  const untouched = selection.card === undefined && selection.save_card === undefined;
  const vanished = selection.card !== undefined && cards !== undefined && !chosen;
  useEffect(() => {
    if (untouched && first) onSelect({ card: first.id });
    else if (vanished) onSelect(first ? { card: first.id } : {});
  }, [untouched, vanished, first, onSelect]);

  return (
    <fieldset className="cardchoice" disabled={busy}>
      <legend className="h3">{words.payWith}</legend>
      <div className="card list mt3">
        {cards?.map((card) => {
          const old = hasExpired(card, now);
          return (
            <label className="li" key={card.id}>
              <input
                type="radio"
                name={name}
                checked={card.id === chosen?.id}
                disabled={old}
                aria-label={joined([nameOf(card), (old ? words.expired : words.expires)(expiryOf(card))])}
                onChange={() => onSelect({ card: card.id })}
              />
              <span className="radio" />
              <CardMark brand={card.brand} />
              <span className="grow">
                <bdi className={`m num blk${old ? " t2" : ""}`}>{words.dots(card.last4)}</bdi>
                <span className={`sm blk ${old ? "late" : "t2"}`}>
                  {(old ? words.expired : words.expires)(expiryOf(card))}
                </span>
              </span>
              {card.default && <span className="tag">{words.default}</span>}
            </label>
          );
        })}
        <label className="li">
          <input type="radio" name={name} checked={!chosen} onChange={() => onSelect({ save_card: false })} />
          <span className="radio" />
          <span className="pm card" aria-hidden="true">
            <Icon name={cards?.length ? "plus" : "card"} size="s" />
          </span>
          <span className="grow">
            <span className="m blk">{words.newCard}</span>
            <span className="sm t2 blk">{applePay ? words.newCardApple : words.newCardText}</span>
          </span>
          {applePay && <ApplePayMark />}
        </label>
        {!chosen && (
          <div className="saveit">
            <CheckRow checked={selection.save_card === true} onChange={(save_card) => onSelect({ save_card })}>
              <span className="m blk">{words.save}</span>
              <span className="sm t2 blk">{words.saveText}</span>
            </CheckRow>
          </div>
        )}
      </div>
      <p className="help mt3">
        <Icon name="lock" size="s" />
        <span>{chosen ? words.secureSaved : words.secure}</span>
      </p>
    </fieldset>
  );
}
