import { type FormEvent, useEffect, useRef, useState } from "react";
import { keepForm, keptForm, type Where } from "#pwa/forms/kept-form";
import { whenAgain } from "#pwa/forms/when-again";
import { errorsWords } from "#pwa/i18n/errors";
import { formWords } from "#pwa/i18n/form";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault, Offline } from "#pwa/offline/server";

type Values = Record<string, string>;
export type Wrong<V> = { [Name in keyof V]?: string };

type Options<V extends Values> = {
  /** The first values of the fields. */
  start: V;
  /** The name under which typed values outlive a reload, and how long. */
  keep?: { name: string; where: Where };
  /** Fields that are never kept. */
  secrets?: (keyof V & string)[];
  /** Errors that were found before the form was shown. */
  wrong?: Wrong<V>;
  check: (values: V) => Wrong<V>;
  /** Sends the values; a refusal's field errors are shown at their fields. */
  send: (values: V) => Promise<void>;
  /** The field for a name in the server's errors, where the two differ. */
  fieldOf?: (serverName: string) => string;
  /** A sentence for a refusal that is not about one field; undefined for the usual one. */
  explain?: (fault: Fault) => string | undefined;
  /** The work needs no network. */
  local?: boolean;
};

export type Form<V extends Values> = {
  values: V;
  set: (name: keyof V & string, value: string) => void;
  /** The properties of a Field. */
  field: (name: keyof V & string) => {
    name: string;
    value: string;
    error?: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  wrong: Wrong<V>;
  /** The error of the form as a whole. */
  trouble: string | null;
  busy: boolean;
  /** Shows that the form cannot be sent as it is. */
  fail: (text: string) => void;
  /** Forgets the values that were kept of it. */
  forget: () => void;
  /** The properties of the form element. */
  props: {
    ref: React.RefObject<HTMLFormElement | null>;
    noValidate: true;
    "aria-busy": boolean;
    onSubmit: (event: FormEvent) => void;
  };
};

/** The sentence for a failed request when no field is to blame. */
export function formTrouble(cause: unknown): string {
  if (cause instanceof Offline) return navigator.onLine ? formWords.notReached : formWords.offline;
  if (!(cause instanceof Fault)) return errorsWords.unknown;
  if (cause.status === 429 && cause.retryAfter) return formWords.wait(whenAgain(cause.retryAfter));
  return sentenceFor(cause);
}

/**
 * A form that keeps what was typed, checks it, sends it once at a time, and moves the focus to the first field that is wrong,
 * by its own check or by the server's.
 */
export function useForm<V extends Values>(options: Options<V>): Form<V> {
  const { start, keep, secrets = [], check, send, fieldOf = (name) => name, explain, local } = options;
  const [values, setValues] = useState<V>(() => ({
    ...start,
    ...(keep && known(start, keptForm<V>(keep.name, keep.where))),
  }));
  const [wrong, setWrong] = useState<Wrong<V>>(options.wrong ?? {});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(options.wrong ? 1 : 0);
  const latest = useRef(values);
  const under = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  const set = (name: keyof V & string, value: string) => {
    const next = { ...latest.current, [name]: value };
    latest.current = next;
    setValues(next);
    setWrong((before) => ({ ...before, [name]: undefined }));
    setTrouble(null);
    if (keep) keepForm(keep.name, keep.where, without(next, secrets));
  };

  const refuse = (faults: Wrong<V>, text: string | null) => {
    setWrong(faults);
    setTrouble(text);
    setRefusals((before) => before + 1);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (under.current) return;
    const now = latest.current;
    const faults = check(now);
    const many = Object.values(faults).filter(Boolean).length;
    if (many > 0) return refuse(faults, formWords.check(many));
    if (!local && !navigator.onLine) return refuse({}, formWords.offline);
    under.current = true;
    setBusy(true);
    setWrong({});
    setTrouble(null);
    try {
      await send(now);
    } catch (cause) {
      const { at, elsewhere } = sortErrors(cause, start, fieldOf);
      const found = Object.keys(at).length;
      const own = cause instanceof Fault ? explain?.(cause) : undefined;
      if (found > 0) refuse(at, [formWords.check(found), ...elsewhere].join(" "));
      else refuse({}, own ?? elsewhere[0] ?? formTrouble(cause));
    } finally {
      under.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    set,
    field: (name) => ({
      name,
      value: values[name] ?? "",
      error: wrong[name],
      onChange: (event) => set(name, event.target.value),
    }),
    wrong,
    trouble,
    busy,
    fail: (text) => refuse({}, text),
    forget: () => keep && keepForm(keep.name, keep.where, null),
    props: { ref, noValidate: true, "aria-busy": busy, onSubmit: (event) => void submit(event) },
  };
}

/** Those kept values that this form has a field for. */
const known = <V extends Values>(start: V, kept: Partial<V> | null): Partial<V> =>
  Object.fromEntries(Object.entries(kept ?? {}).filter(([name]) => name in start)) as Partial<V>;

const without = (values: Values, secrets: string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)));

/** Splits the server's errors into those of this form's fields and the rest. */
function sortErrors<V extends Values>(cause: unknown, start: V, fieldOf: (name: string) => string) {
  const at: Wrong<V> = {};
  const elsewhere: string[] = [];
  if (!(cause instanceof Fault)) return { at, elsewhere };
  for (const [name, sentences] of Object.entries(cause.errors ?? {})) {
    const sentence = sentences[0] ?? errorsWords.invalid;
    const field = fieldOf(name);
    if (field in start) at[field as keyof V] = sentence;
    else elsewhere.push(sentence);
  }
  return { at, elsewhere };
}
