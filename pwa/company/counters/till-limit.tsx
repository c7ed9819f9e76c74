import { useState } from "react";
import { useActing } from "#pwa/company/counters/use-acting";
import { act, type Office } from "#pwa/company/counters/use-office";
import { countersWords } from "#pwa/i18n/counters";
import type { TillSeen } from "#pwa/offline/wire";
import { readAed } from "#pwa/rules/money";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";

const words = countersWords;
const most = 100_000;

type Props = { office: Office; till: TillSeen; onClose: () => void };

/** Lets operators set how much one sale may charge to an account while the till is offline. */
export function TillLimit({ office, till, onClose }: Props) {
  const [typed, setTyped] = useState(String(till.offline_limit / 100));
  const [wrong, setWrong] = useState(false);
  const { busy, message, acting } = useActing();
  const save = () => {
    const limit = readAed(typed, most);
    setWrong(limit === null);
    if (limit === null) return;
    void acting("save", async () => {
      await act(office, `/till/${till.id}/limit`, { limit });
      onClose();
      return undefined;
    });
  };
  return (
    <Sheet
      open
      title={words.limitOf(till.name)}
      onClose={onClose}
      footer={
        <Button look="pri" size="lg" full busy={busy !== ""} onClick={save}>
          {words.save}
        </Button>
      }
    >
      <p className="t2 mt2">{words.limitText}</p>
      <div className="mt4">
        <Field
          label={words.limitAmount}
          inputMode="decimal"
          value={typed}
          error={wrong ? words.limitWrong : undefined}
          onChange={(event) => setTyped(event.target.value)}
          data-first
        />
      </div>
      <p className="sm mt2" role="status">
        {message}
      </p>
    </Sheet>
  );
}
