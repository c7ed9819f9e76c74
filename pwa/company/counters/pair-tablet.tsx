import { useState } from "react";
import { useActing } from "#pwa/company/counters/use-acting";
import { act, type Office } from "#pwa/company/counters/use-office";
import { countersWords } from "#pwa/i18n/counters";
import { clockAt } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { TillCode, TillsSeen } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";

const words = countersWords;

type Props = { office: Office; places: TillsSeen["places"]; onClose: () => void };

/** Asks for a place and a name and shows the pairing code for the tablet. The code is never shown again. */
export function PairTablet({ office, places, onClose }: Props) {
  const [place, setPlace] = useState(places[0]?.id ?? "");
  const [name, setName] = useState("");
  const [nameless, setNameless] = useState(false);
  const [code, setCode] = useState<TillCode>();
  const { busy, message, acting } = useActing();
  const now = useServerNow(1000);
  const over = code !== undefined && Date.parse(code.expires_at) <= now;
  const make = () => {
    setNameless(name.trim() === "");
    if (name.trim() === "") return;
    void acting("make", async () => {
      setCode(await act(office, "/till-code", { address_id: place, name: name.trim() }));
      return undefined;
    });
  };
  const asks = !code || over;
  return (
    <Sheet
      open
      title={words.pairTitle}
      onClose={onClose}
      footer={
        places.length > 0 && (
          <Button look="pri" size="lg" full busy={busy !== ""} onClick={asks ? make : onClose}>
            {asks ? words.make : words.paired}
          </Button>
        )
      }
    >
      {places.length === 0 ? (
        <p className="t2 mt2">{words.noPlace}</p>
      ) : code && !over ? (
        <div className="center" role="status">
          <p className="t2 mt2">{words.pairCode}</p>
          <p className="letters big mt3" dir="ltr">
            {code.code.slice(0, 5)} {code.code.slice(5)}
          </p>
          <p className="sm t2 mt3">{words.pairUntil(clockAt(Date.parse(code.expires_at)))}</p>
        </div>
      ) : (
        <div className="col g4 mt2">
          {over && <p role="status">{words.pairOver}</p>}
          <SelectField label={words.place} value={place} onChange={(event) => setPlace(event.target.value)}>
            {places.map(({ id, label, line }) => (
              <option key={id} value={id}>
                {label}, {line}
              </option>
            ))}
          </SelectField>
          <Field
            label={words.name}
            help={words.nameHelp}
            error={nameless ? words.namePlease : undefined}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      )}
      <p className="sm mt2" role="status">
        {message}
      </p>
    </Sheet>
  );
}
