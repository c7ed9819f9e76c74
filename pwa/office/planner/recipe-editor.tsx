import { bookWords as words } from "#pwa/i18n/book";
import type { LayoutName } from "#pwa/menu/art/recipe";
import { MealArt } from "#pwa/menu/meal-art";
import { PhotoOfMeal } from "#pwa/office/planner/photo-of-meal";
import { PickColour } from "#pwa/office/planner/pick-colour";
import { PickSome } from "#pwa/office/planner/pick-some";
import { arrangement, type Picture, surprise } from "#pwa/office/planner/surprise";
import { drawnBy, most, type Part, plateColour, vocabulary } from "#pwa/office/planner/vocabulary";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { SelectField } from "#pwa/ui/select-field";

type Props = { art: Picture; onChange: (art: Picture) => void };

const texts = (given: unknown) => (Array.isArray(given) ? given.filter((one) => typeof one === "string") : []);
const text = (given: unknown) => (typeof given === "string" ? given : "");

/** A meal's picture, put together from what the app can draw, or a photo with a drawn plate behind it. */
export function RecipeEditor({ art, onChange }: Props) {
  const layout = vocabulary.layouts.find((name) => name === art.layout) ?? "bowl";
  const parts = drawnBy[layout];
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = art;
    onChange(value === "" || value === undefined ? rest : { ...rest, [name]: value });
  };
  const list = (part: "protein" | "veg" | "garnish" | "fill", label: string, from: string[]) =>
    parts.includes(part) && (
      <PickSome
        label={label}
        from={from}
        chosen={texts(art[part])}
        most={most[part]}
        onChange={(chosen) => set(part, chosen)}
      />
    );
  const one = (part: Part, label: string, groups: [label: string, names: string[]][]) =>
    parts.includes(part) && (
      <SelectField label={label} value={text(art[part])} onChange={(event) => set(part, event.target.value)}>
        <option value="">{words.nothing}</option>
        <Options groups={groups} />
      </SelectField>
    );
  return (
    <section className="card pad" aria-label={words.picture}>
      <h2 className="h3">{words.picture}</h2>
      <div className="bkphoto">
        <div className="bkplate">
          <MealArt art={art} />
        </div>
        <PhotoOfMeal photo={text(art.photo)} onChange={(photo) => set("photo", photo)} />
      </div>
      <Layouts art={art} layout={layout} onChange={(name) => set("layout", name)} />
      <div className="row wrap g2 mt3">
        <Button look="soft" icon="spark" onClick={() => onChange({ ...surprise(seed()), ...kept(art) })}>
          {words.surprise}
        </Button>
        <Button look="soft" icon="repeat" onClick={() => set("id", arrangement())}>
          {words.arrange}
        </Button>
      </div>
      <div className="bkparts mt4">
        {list("protein", words.mains, [...vocabulary.mains, ...vocabulary.sides])}
        {list("fill", words.fill, [...vocabulary.mains, ...vocabulary.sides])}
        {list("veg", words.sides, [...vocabulary.sides, ...vocabulary.mains])}
        {one("base", words.base, [
          [words.groups.grains, vocabulary.grains],
          [words.groups.noodles, vocabulary.noodles],
          [words.groups.leaves, vocabulary.leaves],
          [words.groups.creams, vocabulary.creams],
        ])}
        {one("pool", words.pool, [["", vocabulary.pools]])}
        {one("spread", words.spread, [["", [...vocabulary.sauces, ...vocabulary.pools]]])}
        {one("sauce", words.sauce, [["", vocabulary.sauces]])}
        {parts.includes("cups") && <Cups cups={art.cups} onChange={(cups) => set("cups", cups)} />}
        {list("garnish", words.garnish, vocabulary.garnishes)}
      </div>
      {(["bread", "egg"] as const)
        .filter((part) => parts.includes(part))
        .map((part) => (
          <CheckRow key={part} checked={Boolean(art[part])} onChange={(yes) => set(part, yes || undefined)}>
            {words[part]}
          </CheckRow>
        ))}
      <div className="bkparts mt4">
        <PickColour
          label={words.plateOf}
          value={text(art.plate)}
          from={["", ...vocabulary.plates].map((value) => ({ value, colour: plateColour(value) }))}
          onChange={(plate) => set("plate", plate)}
        />
        <PickColour
          label={words.table}
          value={text(art.tint)}
          from={["", ...vocabulary.tints].map((value) => ({ value, className: value && `t-${value}` }))}
          onChange={(tint) => set("tint", tint)}
        />
      </div>
    </section>
  );
}

const seed = () => Math.floor(Math.random() * 2 ** 32);

/** What a surprise leaves alone. */
const kept = ({ photo, tint }: Picture): Picture => ({ ...(photo ? { photo } : {}), ...(tint ? { tint } : {}) });

const Options = ({ groups }: { groups: [label: string, names: string[]][] }) =>
  groups.map(([label, names]) => {
    const options = names.map((name) => (
      <option key={name} value={name}>
        {words.part(name)}
      </option>
    ));
    return label ? (
      <optgroup key={label} label={label}>
        {options}
      </optgroup>
    ) : (
      options
    );
  });

type LayoutsProps = { art: Picture; layout: LayoutName; onChange: (layout: LayoutName) => void };

function Layouts({ art: { photo: _, ...art }, layout, onChange }: LayoutsProps) {
  return (
    <fieldset className="bklayouts mt4">
      <legend className="lbl">{words.layout}</legend>
      <div>
        {vocabulary.layouts.map((name) => (
          <label key={name}>
            <input type="radio" name="layout" checked={name === layout} onChange={() => onChange(name)} />
            <span className="bkthumb">
              <MealArt art={{ ...art, layout: name }} detail="thumb" look="round" />
            </span>
            <span className="xs">{words.part(name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What fills the three cups of a thali; what lies on each stays as it was. */
function Cups({ cups, onChange }: { cups: unknown; onChange: (cups: string[][]) => void }) {
  const now = Array.from({ length: most.cups }, (_, at) => texts(Array.isArray(cups) ? cups[at] : undefined));
  return now.map((cup, at) => (
    <SelectField
      // biome-ignore lint/suspicious/noArrayIndexKey: three places, always the same
      key={at}
      label={words.cups(at + 1)}
      value={cup[0] ?? ""}
      onChange={(event) =>
        onChange(now.map((one, here) => (here === at ? [event.target.value, ...one.slice(1)] : one)))
      }
    >
      <option value="">{words.byItself}</option>
      <Options groups={[["", [...vocabulary.pools, ...vocabulary.creams]]]} />
    </SelectField>
  ));
}
