import { useState } from "react";
import { saleWords } from "#pwa/i18n/pos";
import { Button } from "#pwa/ui/button";
import { Chip } from "#pwa/ui/chip";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";

type Props = {
  title: string;
  text?: string;
  suggestions: string[];
  action: string;
  danger?: boolean;
  onReason: (why: string) => void;
  onClose: () => void;
};

/** Asks for a reason, and continues only with one. */
export function Reasons({ title, text, suggestions, action, danger, onReason, onClose }: Props) {
  const [why, setWhy] = useState("");
  const [missing, setMissing] = useState(false);
  const go = () => (why.trim() ? onReason(why.trim()) : setMissing(true));
  return (
    <Sheet
      open
      title={title}
      onClose={onClose}
      footer={
        <Button look={danger ? "danger" : "pri"} full size="lg" onClick={go}>
          {action}
        </Button>
      }
    >
      <div className="col g4">
        {text && <p className="t2">{text}</p>}
        <div className="till-chips">
          {suggestions.map((one) => (
            <Chip key={one} on={why === one} onClick={() => setWhy(one)}>
              {one}
            </Chip>
          ))}
        </div>
        <Field
          label={saleWords.why}
          value={why}
          maxLength={60}
          error={missing && !why.trim() ? saleWords.needsWhy : undefined}
          onChange={(event) => setWhy(event.target.value)}
        />
      </div>
    </Sheet>
  );
}
