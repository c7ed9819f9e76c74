import { useRef, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { bookWords as words } from "#pwa/i18n/book";
import { formWords } from "#pwa/i18n/form";
import { keepEdit } from "#pwa/office/planner/meal-edits";
import { check, codeOf, differing, formOf, saysSame, sentOf, type Wrong } from "#pwa/office/planner/meal-form";
import { ownerOf, useDevice } from "#pwa/offline/db";
import { call, Fault, Offline } from "#pwa/offline/server";
import type { BookMeal, MealEdit, MealForm } from "#pwa/offline/wire";
import { toasts } from "#pwa/ui/toast-store";

type Options = {
  /** The name under which the edit is kept. */
  name: string;
  start: MealEdit;
  /** Called with what was saved. */
  onTook: (one: BookMeal) => void;
};

/** The edit of one meal: kept on the device with every change, saved on request, and never written over another person's version. */
export function useMealForm({ name, start, onTook }: Options) {
  const [edit, setEdit] = useState(start);
  const [wrong, setWrong] = useState<Wrong>({});
  const [trouble, setTrouble] = useState<string>();
  const [theirs, setTheirs] = useState<BookMeal>();
  const [busy, setBusy] = useState(false);
  const [unkept, setUnkept] = useState(false);
  const latest = useRef(edit);
  const under = useRef(false);
  const keptAs = useRef(name);

  const become = (next: MealEdit) => {
    const before = latest.current;
    latest.current = next;
    setEdit(next);
    const clean = differing(next.base, next.form).length === 0;
    if (!useDevice.getState().db) return setUnkept(true);
    keepEdit(keptAs.current, clean ? null : next, before).then(
      () => setUnkept(false),
      () => setUnkept(true),
    );
  };

  const set = (change: Partial<MealForm>) => {
    const { form, rev } = latest.current;
    // The code of a new meal is made from its name until an operator types one.
    const code =
      rev === 0 && change.name !== undefined && form.code === codeOf(form.name) ? { code: codeOf(change.name) } : {};
    become({ ...latest.current, form: { ...form, ...code, ...change } });
    setWrong((before) => ({ ...before, ...Object.fromEntries(Object.keys(change).map((one) => [one, undefined])) }));
    setTrouble(undefined);
  };

  /** Keeps what was typed since `sent`. */
  const took = (one: BookMeal, sent: MealForm) => {
    const base = formOf(one);
    const { form: now } = latest.current;
    const more = differing(sent, now);
    const form: MealForm = { ...base, ...Object.fromEntries(more.map((field) => [field, now[field]])) };
    setTheirs(undefined);
    if (keptAs.current !== one.meal.id) {
      keepEdit(keptAs.current, null, latest.current).catch(() => undefined);
      keptAs.current = one.meal.id;
    }
    become({ id: one.meal.id, rev: one.rev, base, form });
    onTook(one);
  };

  async function send({ id, rev, form }: MealEdit): Promise<BookMeal> {
    const body = sentOf(form, id);
    const { db } = useDevice.getState();
    const how = { toast: false, as: db ? ownerOf(db) : undefined };
    if (rev > 0) return (await call("PUT", `/api/kitchen/meals/${id}`, { rev, ...body }, how)) as BookMeal;
    const made = (await call("POST", "/api/kitchen/meals", body, how)) as BookMeal;
    // An earlier try was saved but its answer was lost: what was typed since then is a change of that meal.
    return saysSame(formOf(made), form) ? made : send({ id, rev: made.rev, base: formOf(made), form });
  }

  /** Takes another person's version. It conflicts only when it differs from this form and from what the edit began with. */
  async function behind(now: BookMeal, { base, form }: MealEdit): Promise<boolean> {
    if (saysSame(formOf(now), form)) {
      took(now, form);
      return true;
    }
    if (saysSame(formOf(now), base)) {
      become({ ...latest.current, rev: now.rev });
      const again = latest.current;
      took(await send(again), again.form);
      return true;
    }
    setTheirs(now);
    return false;
  }

  const refuse = (cause: unknown) => {
    const errors = cause instanceof Fault ? Object.entries(cause.errors ?? {}) : [];
    const here = errors
      .map(([field, [sentence]]) => [field.replace(/^meal\./, "").split(/[.[]/)[0] ?? "", sentence] as const)
      .filter(([field]) => field in latest.current.form);
    setWrong(Object.fromEntries(here));
    if (here.length === errors.length && here.length > 0) return setTrouble(formWords.check(here.length));
    setTrouble(cause instanceof Offline ? words.keptOffline : formTrouble(cause));
  };

  /** Saves the meal; `over` is the edit that a person decided to save over another's version. True when it is saved. */
  async function save(over?: MealEdit): Promise<boolean> {
    if (under.current) return false;
    if (over) become(over);
    const now = latest.current;
    const faults = check(now.form);
    setWrong(faults);
    const many = Object.values(faults).filter(Boolean).length;
    if (many > 0) {
      setTheirs(undefined);
      setTrouble(formWords.check(many));
      return false;
    }
    under.current = true;
    setBusy(true);
    setTrouble(undefined);
    try {
      const done = await send(now).then(
        (one) => {
          took(one, now.form);
          return true;
        },
        (cause: unknown) => {
          if (cause instanceof Fault && cause.reason === "meal_changed") return behind(cause.detail as BookMeal, now);
          throw cause;
        },
      );
      if (done) toasts.success(words.saved(now.form.name));
      return done;
    } catch (cause) {
      setTheirs(undefined);
      refuse(cause);
      return false;
    } finally {
      under.current = false;
      setBusy(false);
    }
  }

  return {
    edit,
    form: edit.form,
    changed: differing(edit.base, edit.form),
    wrong,
    trouble,
    busy,
    unkept,
    theirs,
    set,
    save,
    /** Keeps both versions for now; the next save asks again. */
    wait: () => setTheirs(undefined),
    /** Goes back to what the book says. */
    discard: () => {
      setWrong({});
      setTrouble(undefined);
      become({ ...latest.current, form: latest.current.base });
    },
    /** Gives up what is written here for another person's version. */
    yield: (one: BookMeal) => took(one, latest.current.form),
    /** Applies the server's answer to a request other than a save. */
    took: (one: BookMeal) => took(one, latest.current.base),
  };
}
