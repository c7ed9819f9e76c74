import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Place } from "#pwa/forms/places";
import { addressWords } from "#pwa/i18n/form";
import { useConfig } from "#pwa/offline/config";
import { Field } from "#pwa/ui/field";

type Props = {
  name: string;
  value: string;
  error?: string;
  onChange: (event: { target: { value: string } }) => void;
  /** Called when a known place was chosen, with its line and all that is known of its location. */
  onPlace: (place: { line: string; text: string }) => void;
};

const shortest = 3;
const pause = 250;

/** The street. With a key for the maps service it offers what the service knows; without, or without an answer, it is a plain line. */
export function PlaceField({ onPlace, ...field }: Props) {
  const key = useConfig((config) => config.maps_key);
  const [places, setPlaces] = useState<Place[]>([]);
  const [at, setAt] = useState(-1);
  const [asked, setAsked] = useState("");
  const list = useId();
  const round = useRef(0);

  useEffect(() => {
    const mine = ++round.current;
    if (!key || asked.trim().length < shortest) return setPlaces([]);
    const timer = setTimeout(() => {
      void import("#pwa/forms/places")
        .then(({ findPlaces }) => findPlaces(key, asked.trim()))
        .catch(() => [])
        .then((found) => {
          if (mine !== round.current) return;
          setPlaces(found);
          setAt(-1);
        });
    }, pause);
    return () => clearTimeout(timer);
  }, [key, asked]);

  // On the pages without an address field no foreign code runs.
  useEffect(() => () => void import("#pwa/forms/places").then(({ closePlaces }) => closePlaces()), []);

  const choose = (place: Place) => {
    setAsked("");
    place.details().then(onPlace, () => onPlace({ line: place.text, text: place.text }));
  };
  const pressed = (event: KeyboardEvent) => {
    if (places.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt((before) => (before + (event.key === "ArrowDown" ? 1 : -1) + places.length) % places.length);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setAsked("");
    } else if (event.key === "Enter" && places[at]) {
      event.preventDefault();
      choose(places[at]);
    }
  };
  const open = places.length > 0;
  const combobox = key
    ? ({
        role: "combobox",
        "aria-expanded": open,
        "aria-controls": list,
        "aria-autocomplete": "list",
        "aria-activedescendant": open && at >= 0 ? `${list}-${at}` : undefined,
        onKeyDown: pressed,
        onBlur: () => setAsked(""),
      } as const)
    : {};

  return (
    <div className="places">
      <Field
        {...field}
        {...combobox}
        label={addressWords.line}
        help={addressWords.lineHelp}
        autoComplete={key ? "off" : "street-address"}
        enterKeyHint="next"
        maxLength={400}
        onChange={(event) => {
          field.onChange(event);
          setAsked(event.target.value);
        }}
      />
      {open && (
        <div className="card found" role="listbox" id={list} aria-label={addressWords.suggestions}>
          {places.map((place, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            <div
              key={place.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(place)}
            >
              {place.text}
            </div>
          ))}
        </div>
      )}
      <span className="sr" role="status">
        {open && addressWords.suggestionsFound(places.length)}
      </span>
    </div>
  );
}
