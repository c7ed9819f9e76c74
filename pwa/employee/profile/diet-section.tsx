import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { updateDiet } from "#pwa/employee/profile/account";
import { SaveActions } from "#pwa/forms/save-actions";
import { useEditing } from "#pwa/forms/use-editing";
import { useForm } from "#pwa/forms/use-form";
import { dietWords } from "#pwa/i18n/diet";
import { foodName } from "#pwa/i18n/food";
import { formWords } from "#pwa/i18n/form";
import { joined } from "#pwa/i18n/joined";
import type { Profile } from "#pwa/offline/session";
import { knownAllergens, knownDiets } from "#pwa/rules/diets";
import { Chip } from "#pwa/ui/chip";
import { Switch } from "#pwa/ui/switch";
import { toasts } from "#pwa/ui/toast-store";

/** The person's diet and the allergens they avoid: meals are filtered and warned about by them, also offline. */
export function DietSection({ profile }: { profile: Profile }) {
  const { editing, card, open, close } = useEditing();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#diet") card.current?.scrollIntoView?.({ block: "center" });
  }, [hash, card]);
  const { diets = [], avoid = [], label = false } = profile.diet ?? {};
  return (
    <section className="card pad" id="diet" ref={card} aria-labelledby="diet-title">
      <div className="row between">
        <h2 className="h3" id="diet-title">
          {dietWords.title}
        </h2>
        {!editing && (
          <button type="button" className="link u sm" aria-label={dietWords.edit} onClick={open}>
            {formWords.edit}
          </button>
        )}
      </div>
      <p className="sm t2 mt2">{dietWords.text}</p>
      {editing ? (
        <EditDiet diets={diets} avoid={avoid} label={label} onDone={close} />
      ) : (
        <dl className="facts mt3">
          <div>
            <dt className="sm t2">{dietWords.eats}</dt>
            <dd>{joined(diets.map(foodName)) || dietWords.anything}</dd>
          </div>
          <div>
            <dt className="sm t2">{dietWords.avoids}</dt>
            <dd>{joined(avoid.map(foodName)) || dietWords.nothing}</dd>
          </div>
          {avoid.length > 0 && (
            <div>
              <dt className="sm t2">{dietWords.labelled}</dt>
              <dd>{dietWords.printed(label)}</dd>
            </div>
          )}
        </dl>
      )}
      {avoid.length > 0 && !editing && <p className="xs t2 mt3">{dietWords.allergy}</p>}
    </section>
  );
}

type Editing = { diets: string[]; avoid: string[]; label: boolean; onDone: () => void };

// A form's values are text: one name a line.
const lines = (text: string) => text.split("\n").filter(Boolean);

function EditDiet({ diets, avoid, label, onDone }: Editing) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  const form = useForm({
    start: { diets: diets.join("\n"), avoid: avoid.join("\n"), label: label ? "on" : "" },
    check: () => ({}),
    send: async (chosen) => {
      await updateDiet({ diets: lines(chosen.diets), avoid: lines(chosen.avoid), label: chosen.label === "on" });
      toasts.success(dietWords.saved);
      onDone();
    },
  });
  const chips = (name: "diets" | "avoid", known: readonly string[]) => {
    const on = lines(form.values[name]);
    const toggle = (one: string) =>
      form.set(name, (on.includes(one) ? on.filter((other) => other !== one) : [...on, one]).join("\n"));
    return [...new Set([...known, ...on])].map((one) => (
      <Chip key={one} on={on.includes(one)} onClick={() => toggle(one)}>
        {foodName(one)}
      </Chip>
    ));
  };
  return (
    <form {...form.props} className="fields mt4">
      <fieldset className="fields">
        <legend className="sm b">{dietWords.eats}</legend>
        <div className="row wrap g2" ref={first}>
          {chips("diets", knownDiets)}
        </div>
      </fieldset>
      <fieldset className="fields">
        <legend className="sm b">{dietWords.avoids}</legend>
        <div className="row wrap g2">{chips("avoid", knownAllergens)}</div>
      </fieldset>
      <Switch
        on={form.values.label === "on"}
        onChange={(on) => form.set("label", on ? "on" : "")}
        label={dietWords.label}
        help={dietWords.labelHelp}
      />
      <SaveActions form={form} onDone={onDone} />
    </form>
  );
}
