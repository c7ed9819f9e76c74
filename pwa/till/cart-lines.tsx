import { useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { ownName } from "#pwa/i18n/food";
import { cartWords } from "#pwa/i18n/pos";
import type { Bill, BillLine } from "#pwa/till/bill";
import { clearCart, maxOfMeal, setQuantity, useCart } from "#pwa/till/cart";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { IconButton } from "#pwa/ui/icon-button";
import { Sheet } from "#pwa/ui/sheet";

/** The lines of the cart with one more, one less, and any number at once; and a note for the whole sale. */
export function CartLines({ bill }: { bill: Bill }) {
  const [of, setOf] = useState<BillLine | null>(null);
  return (
    <div className="till-scroll">
      {bill.lines.length === 0 && <p className="t2 sm till-hint">{cartWords.empty}</p>}
      <ul className="list">
        {bill.lines.map((line) => (
          <li key={line.meal} className="cl">
            <span>
              <span className="sm b clamp2">{ownName(line)}</span>
              <span className="sm t2 num">
                {line.list > line.price && <s>{formatAed(line.list)}</s>} {formatAed(line.price)}
              </span>
            </span>
            <span className="stp">
              <IconButton
                small
                icon="minus"
                label={cartWords.fewer(ownName(line))}
                onClick={() => setQuantity(line.meal, line.qty - 1)}
              />
              <button
                type="button"
                className="num b"
                aria-label={cartWords.howMany(ownName(line), line.qty)}
                onClick={() => setOf(line)}
              >
                {line.qty}
              </button>
              <IconButton
                small
                icon="plus"
                label={cartWords.moreOf(ownName(line))}
                onClick={() => setQuantity(line.meal, line.qty + 1)}
              />
            </span>
          </li>
        ))}
      </ul>
      {bill.lines.length > 0 && <CartNote />}
      {of && <HowMany line={of} onClose={() => setOf(null)} />}
    </div>
  );
}

function CartNote() {
  const note = useCart((cart) => cart.note);
  const [open, setOpen] = useState(note !== "");
  if (!open) {
    return (
      <div className="row between till-more">
        <Button look="ghost" icon="edit" onClick={() => setOpen(true)}>
          {cartWords.addNote}
        </Button>
        <Button look="ghost" icon="trash" onClick={clearCart}>
          {cartWords.clear}
        </Button>
      </div>
    );
  }
  return (
    <Field
      label={cartWords.note}
      help={cartWords.noteHelp}
      value={note}
      maxLength={60}
      onChange={(event) => useCart.setState({ note: event.target.value })}
    />
  );
}

const quick = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25];

function HowMany({ line, onClose }: { line: BillLine; onClose: () => void }) {
  const [typed, setTyped] = useState(`${line.qty}`);
  const set = (qty: number) => {
    setQuantity(line.meal, qty);
    onClose();
  };
  return (
    <Sheet
      open
      title={cartWords.howManyTitle}
      onClose={onClose}
      footer={
        <div className="row g3">
          <Button look="out" icon="trash" onClick={() => set(0)}>
            {cartWords.remove}
          </Button>
          <Button look="pri" className="grow" onClick={() => set(Number(typed))}>
            {cartWords.set}
          </Button>
        </div>
      }
    >
      <p className="b">{ownName(line)}</p>
      <div className="till-keys mt3">
        {quick.map((n) => (
          <Button key={n} look={n === line.qty ? "soft" : "out"} onClick={() => set(n)}>
            {n}
          </Button>
        ))}
      </div>
      <div className="mt3">
        <Field
          label={cartWords.quantity}
          type="number"
          inputMode="numeric"
          min={0}
          max={maxOfMeal}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </Sheet>
  );
}
