import { formatAed } from "#pwa/i18n/amounts";
import { cartWords } from "#pwa/i18n/pos";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";

/** `seconds` are unknown until the server has asked; `away` is while it does not answer. */
type Props = { amount: number; name: string; seconds?: number; away?: boolean; onCancel: () => void };

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Waits until the buyer has confirmed a sale on their phone. The cart behind it stays as it is. */
export function ConfirmSheet({ amount, name, seconds, away, onCancel }: Props) {
  return (
    <Sheet
      open
      kind="alert"
      title={cartWords.confirmTitle}
      onClose={onCancel}
      footer={
        <Button look="out" full className="mt4" onClick={onCancel}>
          {cartWords.confirmCancel}
        </Button>
      }
    >
      <p className="mt2">{cartWords.confirmText(formatAed(amount), name)}</p>
      <p className="sm b mt3" role="status">
        {away ? cartWords.confirmAway : cartWords.confirmWaiting}
      </p>
      {/* Seconds are for the eye: read aloud they would never end. */}
      <p className="sm t2 num" aria-hidden="true">
        {seconds === undefined ? "\u00a0" : cartWords.confirmLeft(clockOf(seconds))}
      </p>
    </Sheet>
  );
}
