import { type FormEvent, lazy, useCallback, useState } from "react";
import { dotted } from "#pwa/i18n/dotted";
import { joined } from "#pwa/i18n/joined";
import { productionWords as words } from "#pwa/i18n/production";
import { mark } from "#pwa/office/production/marks";
import { ShortSheet } from "#pwa/office/production/short-sheet";
import type { Production } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { Field } from "#pwa/ui/field";
import { Later } from "#pwa/ui/later";
import { hasCamera } from "#pwa/ui/qr-reader";
import { toasts } from "#pwa/ui/toast-store";

const Camera = lazy(async () => ({ default: (await import("#pwa/ui/camera")).Camera }));

type Place = Production["places"][number];
export type Lunch = Place["people"][number];

/** Who got theirs, by label or by list; both work without a connection. */
export function HandOver({ places }: Production) {
  const [short, setShort] = useState<Lunch>();
  return (
    <div className="col g4">
      <Scan places={places} />
      {places.map((place) => (
        <PlaceCard key={place.id} place={place} onShort={setShort} />
      ))}
      {short && <ShortSheet lunch={short} onClose={() => setShort(undefined)} />}
    </div>
  );
}

const label = /^SAHN:([0-9A-Z]{26})$/;

function Scan({ places }: { places: Place[] }) {
  const [code, setCode] = useState("");
  const [camera, setCamera] = useState(false);
  const found = useCallback(
    async (text: string) => {
      const [, delivery] = label.exec(text.trim()) ?? [];
      const lunch = places.flatMap(({ people }) => people).find((one) => one.delivery === delivery);
      if (!lunch) toasts.error(words.notHere);
      else if (lunch.handed) toasts.info(words.scannedBefore(lunch.person));
      else {
        const done = await mark([{ kind: "delivered", delivery: lunch.delivery, meal: "", qty: 0, note: "" }]);
        if (done === "kept") toasts.success(words.scanned(lunch.person));
      }
    },
    [places],
  );
  const lost = useCallback(() => {
    setCamera(false);
    toasts.error(words.noCamera);
  }, []);
  const typed = (event: FormEvent) => {
    event.preventDefault();
    if (code) void found(code);
    setCode("");
  };
  return (
    <form className="card pad" onSubmit={typed}>
      <Field
        label={words.scan}
        help={words.scanHelp}
        value={code}
        autoComplete="off"
        onChange={(event) => setCode(event.target.value.toUpperCase())}
      />
      {hasCamera() && (
        <div className="mt3">
          <Button look="out" onClick={() => setCamera(!camera)}>
            {words.camera}
          </Button>
        </div>
      )}
      {camera && (
        <Later>
          <Camera onRead={found} onLost={lost} />
        </Later>
      )}
    </form>
  );
}

function PlaceCard({ place, onShort }: { place: Place; onShort: (lunch: Lunch) => void }) {
  const left = place.people.filter(({ handed }) => !handed);
  const toggle = (lunch: Lunch, on: boolean) =>
    mark([{ kind: on ? "delivered" : "undone", delivery: lunch.delivery, meal: "", qty: 0, note: "" }]);
  const all = () => mark(left.map(({ delivery }) => ({ kind: "delivered", delivery, meal: "", qty: 0, note: "" })));
  return (
    <section className="card pad" aria-label={joined([place.company, place.label])}>
      <div className="row between wrap g2">
        <span className="grow">
          <h2 className="h3 kname">{place.company}</h2>
          <span className="sm t2 kline">
            {dotted([`${place.from} – ${place.until}`, joined([place.label, place.line, place.area])])}
          </span>
          <span className="sm t2 kline num">
            {words.handed(place.people.length - left.length, place.people.length)}
          </span>
        </span>
        {left.length > 0 && (
          <Button look="out" onClick={() => void all()}>
            {words.markAll}
          </Button>
        )}
      </div>
      <ul className="list mt3">
        {place.people.map((lunch) => (
          <li className="li klunch" key={lunch.delivery}>
            <span className="grow">
              <CheckRow checked={lunch.handed} onChange={(on) => void toggle(lunch, on)}>
                <b>{lunch.person}</b>
                {lunch.items.map((item) => (
                  <span className="sm t2 kline" key={item.meal}>
                    {dotted([`${item.qty} × ${item.name}`, item.short > 0 && words.fell(item.short)])}
                  </span>
                ))}
              </CheckRow>
            </span>
            <Button look="ghost" aria-label={words.shortOf(lunch.person)} onClick={() => onShort(lunch)}>
              {words.short}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
