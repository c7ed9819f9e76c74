import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { ulid } from "ulid";
import { bookWords as words } from "#pwa/i18n/book";
import { fresh, keepEdit, useMealEdits } from "#pwa/office/planner/meal-edits";
import { emptyForm, formOf } from "#pwa/office/planner/meal-form";
import { OtherNew } from "#pwa/office/planner/other-new";
import { useBook } from "#pwa/office/planner/use-book";
import { WriteMeal } from "#pwa/office/planner/write-meal";
import { Troubled } from "#pwa/office/troubled";
import type { Book, BookMeal, MealEdit } from "#pwa/offline/wire";
import { Loading } from "#pwa/ui/loading";
import "#pwa/office/planner/meals.css";

/** The editor of a meal of the book or of a new one. It starts from the book, or from the edit that was kept on this device. */
export function MealEditor() {
  const { id = fresh } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { book, trouble, loading, again } = useBook();
  const edits = useMealEdits();
  // The saved meal, so that it is shown before the book is loaded again.
  const [saved, setSaved] = useState<BookMeal>();
  // A new meal that was saved is edited further in place: what was typed, or was in flight, meanwhile belongs to it.
  const [made, setMade] = useState<string>();
  const [page, setPage] = useState({ id, key: ulid() });
  if (page.id !== id) {
    setPage({ id, key: made === id ? page.key : ulid() });
    setMade(undefined);
  }
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = page.key;
    return () => {
      shown.current = undefined;
    };
  }, [page.key]);
  const from = id === fresh ? (params.get("from") ?? undefined) : undefined;

  if (!book || !edits) {
    return trouble && !book ? (
      <Troubled trouble={trouble} again={again} busy={loading} />
    ) : (
      <Loading className="col g3" heights={["44px", "320px"]} />
    );
  }
  const known = saved?.meal.id === id ? saved : book.data.find(({ meal }) => meal.id === id);
  if (id !== fresh && !known) return <Troubled trouble="gone" again={again} />;
  const took = async (one: BookMeal) => {
    setSaved(one);
    void again();
    // A person who has opened another page meanwhile stays there.
    if (id !== fresh || shown.current !== page.key) return;
    setMade(one.meal.id);
    await navigate(`/kitchen/meals/${one.meal.id}`, { replace: true });
  };
  return (
    <Begin
      key={page.key}
      name={id}
      known={known}
      source={from ? book.data.find(({ meal }) => meal.id === from) : undefined}
      kept={edits[id]}
      book={book}
      onTook={took}
    />
  );
}

type Props = {
  name: string;
  known?: BookMeal;
  /** The meal that a copy is made of. */
  source?: BookMeal;
  kept?: MealEdit;
  book: Book;
  onTook: (one: BookMeal) => void;
};

/** Chooses once what the form starts with, and asks where both the book and a kept edit are possible. */
function Begin({ name, known, source, kept, book, onTook }: Props) {
  const [started, setStarted] = useState<MealEdit | undefined>(() => {
    if (kept) return source ? undefined : kept;
    if (known) return startOf(known);
    return source ? copyOf(source) : emptyMeal(book);
  });
  const navigate = useNavigate();
  useEffect(() => {
    // A copy counts as an edit before its first letter: it is kept, and its address no longer asks for the copy.
    if (!source || !started) return;
    const plain = () => navigate("/kitchen/meals/new", { replace: true });
    void keepEdit(fresh, started).then(plain, plain);
  }, [source, started, navigate]);
  if (!started && kept && source)
    return (
      <OtherNew
        name={kept.form.name}
        onKeep={() => {
          setStarted(kept);
          void navigate("/kitchen/meals/new", { replace: true });
        }}
        onCopy={() => setStarted(copyOf(source))}
      />
    );
  if (!started) return null;
  return (
    <WriteMeal
      key={started.id}
      name={name}
      start={started}
      known={known}
      book={book}
      onTook={onTook}
      onLeave={() => void navigate("/kitchen/meals", { replace: true })}
    />
  );
}

const startOf = (known: BookMeal): MealEdit => {
  const form = formOf(known);
  return { id: known.meal.id, rev: known.rev, base: form, form };
};

const emptyMeal = (book: Book): MealEdit => {
  const form = emptyForm(book.cuisines[0]?.id);
  return { id: ulid(), rev: 0, base: form, form };
};

const copyOf = (source: BookMeal): MealEdit => {
  const form = formOf(source);
  const base = emptyForm(source.meal.cuisine);
  const code = `${form.code.slice(0, 35).replace(/-$/, "")}-copy`;
  return { id: ulid(), rev: 0, base, form: { ...form, name: words.copyOf(form.name), code, new_until: "" } };
};
