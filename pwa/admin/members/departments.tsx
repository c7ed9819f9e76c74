import { type FormEvent, useState } from "react";
import { ask } from "#pwa/admin/members/ask";
import { formTrouble } from "#pwa/forms/use-form";
import { membersWords as words } from "#pwa/i18n/members";
import type { Department } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { IconButton } from "#pwa/ui/icon-button";
import { Sheet } from "#pwa/ui/sheet";

type Props = { departments: Department[]; onClose: () => void; onChanged: () => void };

/** The company's departments: add, rename, take away. */
export function Departments({ departments, onClose, onChanged }: Props) {
  const [all, setAll] = useState(departments);
  const [renamed, setRenamed] = useState<string>();
  const [removing, setRemoving] = useState<Department>();
  const change = async (asked: Promise<{ departments: Department[] }>) => {
    const reply = await asked;
    setAll(reply.departments);
    setRenamed(undefined);
    setRemoving(undefined);
    onChanged();
  };
  return (
    <Sheet open title={words.departments} onClose={onClose}>
      {all.length === 0 && <p className="sm t2">{words.departmentsNone}</p>}
      <ul className="places">
        {all.map((one) =>
          renamed === one.id ? (
            <li key={one.id}>
              <NameForm
                label={words.name}
                start={one.name}
                button={words.keep}
                send={(name) => change(ask("POST", "/api/departments", { id: one.id, name }, true))}
              />
            </li>
          ) : (
            <li key={one.id}>
              <span className="grow two">
                <b className="ell">{one.name}</b>
                <span className="xs t3">{words.departmentPeople(one.people)}</span>
              </span>
              <IconButton icon="edit" label={words.rename(one.name)} onClick={() => setRenamed(one.id)} />
              <IconButton icon="trash" label={words.removeDepartment(one.name)} onClick={() => setRemoving(one)} />
            </li>
          ),
        )}
      </ul>
      <div className="mt4">
        <NameForm
          key={all.length}
          label={words.newDepartment}
          start=""
          button={words.add}
          send={(name) => change(ask("POST", "/api/departments", { name }, true))}
        />
      </div>
      {removing && (
        <Sheet
          open
          kind="alert"
          title={words.removeDepartmentSure(removing.name)}
          onClose={() => setRemoving(undefined)}
          footer={
            <div className="col g2 mt4">
              <Button
                look="danger"
                full
                onClick={() =>
                  void change(ask("DELETE", `/api/departments/${removing.id}`, undefined, true)).catch(() =>
                    setRemoving(undefined),
                  )
                }
              >
                {words.acts.remove}
              </Button>
              <Button look="out" full data-first onClick={() => setRemoving(undefined)}>
                {words.cancel}
              </Button>
            </div>
          }
        >
          <p className="t2">{words.removeDepartmentText(removing.people)}</p>
        </Sheet>
      )}
    </Sheet>
  );
}

type NameProps = { label: string; start: string; button: string; send: (name: string) => Promise<void> };

function NameForm({ label, start, button, send }: NameProps) {
  const [name, setName] = useState(start);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !name.trim()) return;
    setBusy(true);
    try {
      await send(name);
    } catch (cause) {
      setWrong(formTrouble(cause));
      setBusy(false);
    }
  };
  return (
    <form className="nameform" onSubmit={submit} noValidate>
      <Field
        label={label}
        value={name}
        maxLength={60}
        error={wrong}
        onChange={(event) => setName(event.target.value)}
      />
      <Button look="soft" type="submit" busy={busy}>
        {button}
      </Button>
    </form>
  );
}
