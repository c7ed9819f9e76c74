import { mealsWords } from "#pwa/i18n/meals";
import { Icon } from "#pwa/ui/icon";

type Props = { qty: number; name: string; most?: number; onChange: (qty: number) => void };

/** How many portions of a chosen meal; one less than one removes it. */
export const Quantity = ({ qty, name, most = 99, onChange }: Props) => (
  <fieldset className="step">
    <legend className="sr">{name}</legend>
    <button
      type="button"
      aria-label={qty > 1 ? mealsWords.less(name) : mealsWords.remove(name)}
      onClick={() => onChange(qty - 1)}
    >
      <Icon name={qty > 1 ? "minus" : "trash"} size="s" />
    </button>
    <b aria-live="polite">{qty}</b>
    <button type="button" aria-label={mealsWords.more(name)} disabled={qty >= most} onClick={() => onChange(qty + 1)}>
      <Icon name="plus" size="s" />
    </button>
  </fieldset>
);
