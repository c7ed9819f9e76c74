import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { bookWords as words } from "#pwa/i18n/book";
import { dotted } from "#pwa/i18n/dotted";
import { ownName } from "#pwa/i18n/food";
import { MealPicture } from "#pwa/menu/meal-picture";
import { found } from "#pwa/office/planner/found";
import { fresh, useMealEdits } from "#pwa/office/planner/meal-edits";
import { useBook } from "#pwa/office/planner/use-book";
import { Pending, Troubled } from "#pwa/office/troubled";
import { useTyped } from "#pwa/office/use-typed";
import type { Book, BookMeal } from "#pwa/offline/wire";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Field } from "#pwa/ui/field";
import { Icon } from "#pwa/ui/icon";
import { Segment } from "#pwa/ui/segment";
import { SelectField } from "#pwa/ui/select-field";
import { StatusChip } from "#pwa/ui/status-chip";
import "#pwa/office/planner/meals.css";

const kinds = ["used", "unknown", "archived"] as const;
type Kind = (typeof kinds)[number];
const step = 40;

/** Whether nothing is recorded about a meal's allergens. */
const unknown = ({ meal }: BookMeal) => !Object.values(meal.allergens).some((presence) => presence !== "no_data");

const belongs: Record<Kind, (one: BookMeal) => boolean> = {
  used: ({ archived }) => !archived,
  unknown: (one) => !one.archived && unknown(one),
  archived: ({ archived }) => archived === true,
};

/** Everything that the kitchen can cook. */
export function MealBook() {
  const { book, trouble, loading, again } = useBook();
  const edits = useMealEdits();
  const unfinished = edits?.[fresh];
  return (
    <>
      <div className="row between wrap g3">
        <h1>{words.title}</h1>
        <Button look="pri" icon="plus" to="/kitchen/meals/new">
          {words.add}
        </Button>
      </div>
      <p className="t2 mt2">{words.text}</p>
      {unfinished && (
        <div className="mt4">
          <Banner tone="warn" icon="edit">
            {words.unfinished(unfinished.form.name)} <Link to="/kitchen/meals/new">{words.goOn}</Link>
          </Banner>
        </div>
      )}
      {book && trouble && <Troubled trouble={trouble} again={again} busy={loading} line />}
      <div className="mt4">
        {!book && (
          <Pending
            trouble={trouble}
            again={again}
            busy={loading}
            className="col g3"
            heights={["80px", "80px", "80px"]}
          />
        )}
        {book?.data.length === 0 && (
          <EmptyState icon="plate" title={words.empty}>
            {words.emptyText}
          </EmptyState>
        )}
        {book && book.data.length > 0 && <Meals book={book} unsaved={(id) => edits?.[id] !== undefined} />}
      </div>
    </>
  );
}

function Meals({ book, unsaved }: { book: Book; unsaved: (id: string) => boolean }) {
  const [params, setParams] = useSearchParams();
  const kind = kinds.find((one) => one === params.get("show")) ?? "used";
  const cuisine = Number(params.get("cuisine")) || undefined;
  const [typed, setTyped] = useState("");
  const [most, setMost] = useState(step);
  const search = useTyped(typed);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
    setMost(step);
  };
  const all = book.data.filter(belongs[kind]).map((one) => ({ ...one, archived: false }));
  const rows = found(all, { search, cuisine, diet: "" });
  return (
    <>
      <div className="bkfind">
        <Field
          label={words.search}
          icon="search"
          type="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMost(step);
          }}
        />
        <SelectField
          label={words.cuisine}
          value={cuisine ?? ""}
          onChange={(event) => set("cuisine", event.target.value)}
        >
          <option value="">{words.allCuisines}</option>
          {book.cuisines.map((one) => (
            <option key={one.id} value={one.id}>
              {ownName(one)}
            </option>
          ))}
        </SelectField>
        <Segment
          label={words.show}
          value={kind}
          options={kinds.map((value) => ({ value, label: words.which[value] }))}
          onChange={(value) => set("show", value === "used" ? "" : value)}
        />
      </div>
      <p className="sm t2 mt3" role="status">
        {words.shown(rows.length, all.length)}
      </p>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : (
        <ul className="card list klist mt2" aria-label={words.title}>
          {rows.slice(0, most).map((one) => (
            <Row key={one.meal.id} one={one} book={book} kind={kind} unsaved={unsaved(one.meal.id)} />
          ))}
        </ul>
      )}
      {rows.length > most && (
        <div className="center mt4">
          <Button look="out" onClick={() => setMost(most + step)}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = { one: BookMeal; book: Book; kind: Kind; unsaved: boolean };

const Row = ({ one, book, kind, unsaved }: RowProps) => (
  <li>
    <Link className="li bkrow" to={`/kitchen/meals/${one.meal.id}`}>
      <span className="bkthumb">
        <MealPicture meal={one.meal} detail="thumb" look={kind === "archived" ? "round dim" : "round"} />
      </span>
      <span className="grow">
        <b className="kname">{ownName(one.meal)}</b>
        <span className="sm t2 kline">
          {dotted([
            one.code,
            book.cuisines.filter(({ id }) => id === one.meal.cuisine).map(ownName)[0],
            one.meal.price > 0 ? formatAed(one.meal.price) : words.noPrice,
          ])}
        </span>
      </span>
      <span className="bkmarks">
        {unsaved && (
          <StatusChip tone="info" icon="edit">
            {words.unsaved}
          </StatusChip>
        )}
        {unknown(one) && (
          <StatusChip tone="warn" icon="alert">
            {words.noAllergens}
          </StatusChip>
        )}
        {kind === "archived" && (
          <StatusChip tone="mute" icon="lock">
            {words.archived}
          </StatusChip>
        )}
      </span>
      <Icon name="right" size="s" flip />
    </Link>
  </li>
);
