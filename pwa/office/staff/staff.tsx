import { useState } from "react";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { useForm } from "#pwa/forms/use-form";
import { dotted } from "#pwa/i18n/dotted";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenStaffWords } from "#pwa/i18n/kitchen-settings";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { type Role, type StaffRow, useOperator } from "#pwa/office/kitchen";
import { sayWhen } from "#pwa/office/say-when";
import { StartCode } from "#pwa/office/staff/start-code";
import { StateChip } from "#pwa/office/state-chip";
import { Pending } from "#pwa/office/troubled";
import type { AnswerOf } from "#pwa/offline/routes";
import { call } from "#pwa/offline/server";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { Field } from "#pwa/ui/field";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenStaffWords;
const roles: Role[] = ["kitchen", "support", "manager"];
const options = roles.map((role) => (
  <option key={role} value={role}>
    {kitchenWords.roles[role]}
  </option>
));

/** Lists the operators and their roles. */
export function Staff() {
  const operator = useOperator();
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/staff");
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<StaffRow>();
  const [deed, setDeed] = useState<Deed & { of: string }>();
  const [start, setStart] = useState<{ name: string; code: string }>();
  const started: Ends["onDone"] = (name, answer, said) => {
    const code = (answer as Partial<Started> | undefined)?.data?.start_code;
    if (code) setStart({ name, code });
    else toasts.success(said);
    void again();
  };
  const ask = (one: StaffRow) => {
    setChanging(undefined);
    setDeed({
      title: one.factor ? words.resetTitle(one.name) : words.startAgainTitle(one.name),
      text: one.factor ? words.resetText : words.startAgainText,
      go: one.factor ? words.reset : words.startAgain,
      danger: one.factor,
      method: "DELETE",
      path: `/api/kitchen/staff/${one.id}/second-step`,
      of: one.name,
    });
  };
  return (
    <>
      <div className="row between wrap g3">
        <h1>{words.title}</h1>
        <Button look="pri" icon="plus" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      <p className="t2 mt2">{words.text}</p>
      <div className="mt4">
        {!answer && <Pending trouble={trouble} again={again} busy={loading} />}
        {answer && (
          <ul className="card list klist">
            {answer.data.map((one) => (
              <li className="li kact" key={one.id}>
                <span className="grow">
                  <b className="kname">
                    {one.name}
                    {one.id === operator?.id && ` (${words.you})`}
                  </b>
                  <span className="sm t2 kline">
                    {dotted([
                      one.email,
                      kitchenWords.roles[one.role],
                      words.lastIn(one.used_at ? sayWhen(one.used_at) : kitchenWords.never),
                      one.factor && words.app,
                    ])}
                  </span>
                </span>
                <StateChip state={one.status} words={words.states} />
                <Button look="out" onClick={() => setChanging(one)}>
                  {words.change}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {adding && <AddOperator onDone={started} onClose={() => setAdding(false)} />}
      {changing && (
        <ChangeOperator
          one={changing}
          onDone={started}
          onClose={() => setChanging(undefined)}
          onReset={
            (changing.factor || changing.starts) && changing.id !== operator?.id ? () => ask(changing) : undefined
          }
        />
      )}
      {deed && (
        <AskFirst
          deed={deed}
          onDone={(answer) => started(deed.of, answer, words.resetDone(deed.of))}
          onClose={() => setDeed(undefined)}
        />
      )}
      {start && <StartCode {...start} onClose={() => setStart(undefined)} />}
    </>
  );
}

type Started = AnswerOf<"POST", "/api/kitchen/staff">;
type Ends = { onDone: (name: string, answer: unknown, said: string) => void; onClose: () => void };

function AddOperator({ onDone, onClose }: Ends) {
  const form = useForm({
    start: { name: "", email: "", role: "kitchen" },
    check: ({ name, email }) => ({
      name: name.trim() ? undefined : words.wrong,
      email: email.includes("@") ? undefined : words.wrong,
    }),
    send: async (values) => {
      const answer = await call("POST", "/api/kitchen/staff", values, { toast: false });
      onDone(values.name, answer, words.added(values.name));
      onClose();
    },
  });
  return (
    <Sheet open title={words.add} onClose={onClose}>
      <form {...form.props} className="col g4">
        <p className="t2">{words.addText}</p>
        <Field label={words.name} autoComplete="off" data-first {...form.field("name")} />
        <Field label={words.email} type="email" dir="ltr" autoComplete="off" {...form.field("email")} />
        <SelectField label={words.role} {...form.field("role")}>
          {options}
        </SelectField>
        <FormTrouble form={form} />
        <div>
          <Button type="submit" look="pri" busy={form.busy}>
            {words.addGo}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function ChangeOperator({ one, onDone, onClose, onReset }: Ends & { one: StaffRow; onReset?: () => void }) {
  const [active, setActive] = useState(one.status !== "Suspended");
  const form = useForm({
    start: { role: one.role },
    check: () => ({}),
    send: async ({ role }) => {
      const answer = await call("PUT", `/api/kitchen/staff/${one.id}`, { role, active }, { toast: false });
      onDone(one.name, answer, words.changed);
      onClose();
    },
  });
  return (
    <Sheet open title={words.changeTitle(one.name)} onClose={onClose}>
      <form {...form.props} className="col g4">
        <p className="t2">{words.changeText}</p>
        <SelectField label={words.role} {...form.field("role")}>
          {options}
        </SelectField>
        <CheckRow checked={active} onChange={setActive}>
          {words.active}
        </CheckRow>
        <FormTrouble form={form} />
        <div>
          <Button type="submit" look="pri" busy={form.busy}>
            {kitchenWords.save}
          </Button>
          {onReset && (
            <Button look="out" onClick={onReset}>
              {one.factor ? words.reset : words.startAgain}
            </Button>
          )}
        </div>
      </form>
    </Sheet>
  );
}
