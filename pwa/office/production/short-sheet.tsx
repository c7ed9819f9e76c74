import { type FormEvent, useState } from "react";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { productionWords as words } from "#pwa/i18n/production";
import type { Lunch } from "#pwa/office/production/hand-over";
import { mark } from "#pwa/office/production/marks";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Segment } from "#pwa/ui/segment";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";

/** Says what is missing of a lunch, or no good: what its eater paid for it goes back to them. */
export function ShortSheet({ lunch, onClose }: { lunch: Lunch; onClose: () => void }) {
  const left = lunch.items.filter(({ qty, short }) => short < qty);
  const [meal, setMeal] = useState(left[0]?.meal ?? "");
  const [qty, setQty] = useState("1");
  const [kind, setKind] = useState<"missing" | "failed">("missing");
  const [note, setNote] = useState("");
  const item = left.find((one) => one.meal === meal);
  const most = item ? item.qty - item.short : 0;
  const give = async (event: FormEvent) => {
    event.preventDefault();
    const many = Number(qty);
    if (!Number.isInteger(many) || many < 1 || many > most) return;
    if ((await mark([{ kind, delivery: lunch.delivery, meal, qty: many, note }])) !== "lost") onClose();
  };
  const wrong = Number(qty) > most || Number(qty) < 1;
  return (
    <Sheet open title={words.shortOf(lunch.person)} onClose={onClose}>
      {item ? (
        <form noValidate onSubmit={(event) => void give(event)}>
          <p className="t2">{words.shortText}</p>
          <div className="fields mt4">
            <SelectField label={words.which} value={meal} onChange={(event) => setMeal(event.target.value)}>
              {left.map((one) => (
                <option key={one.meal} value={one.meal}>
                  {one.name}
                </option>
              ))}
            </SelectField>
            <Field
              label={words.howMany}
              type="number"
              min={1}
              max={most}
              value={qty}
              error={wrong ? words.refused.too_many : undefined}
              onChange={(event) => setQty(event.target.value)}
            />
            <Segment
              label={words.short}
              value={kind}
              options={[
                { value: "missing", label: words.missing },
                { value: "failed", label: words.failed },
              ]}
              onChange={setKind}
            />
            <Field label={words.why} maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
          </div>
          <div className="row g2 mt5 actions">
            <Button type="submit" look="pri" disabled={wrong}>
              {words.give}
            </Button>
            <Button look="ghost" onClick={onClose}>
              {kitchenWords.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <p className="t2">{words.refused.too_many}</p>
      )}
    </Sheet>
  );
}
