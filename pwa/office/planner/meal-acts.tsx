import { useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { bookWords as words } from "#pwa/i18n/book";
import { longDate } from "#pwa/i18n/say-day";
import { call, Fault } from "#pwa/offline/server";
import type { BookMeal } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { toasts } from "#pwa/ui/toast-store";

type Props = { known: BookMeal; dirty: boolean; onTook: (one: BookMeal) => void };

/** What can be done to a meal as a whole. */
export function MealActs({ known, dirty, onTook }: Props) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const turn = async (what: "archive" | "restore") => {
    if (busy) return;
    if (dirty) return setTrouble(words.saveFirst);
    setBusy(true);
    setTrouble(undefined);
    try {
      const path = `/api/kitchen/meals/${known.meal.id}` as const;
      const options = { toast: false };
      const one = (await (what === "archive"
        ? call("POST", `${path}/archive`, undefined, options)
        : call("POST", `${path}/restore`, undefined, options))) as BookMeal;
      toasts.success((what === "archive" ? words.archivedDone : words.restored)(one.meal.name));
      onTook(one);
    } catch (cause) {
      const planned = cause instanceof Fault && cause.reason === "meal_planned";
      const { dates = [] } = (planned ? cause.detail : {}) as { dates?: string[] };
      setTrouble(planned ? words.planned(dates.map(longDate)) : formTrouble(cause));
    }
    setBusy(false);
  };
  return (
    <>
      <div className="row wrap g2 mt3">
        <Button look="soft" icon="plus" to={`/kitchen/meals/new?from=${known.meal.id}`}>
          {words.duplicate}
        </Button>
        {known.archived ? (
          <Button look="soft" icon="repeat" busy={busy} onClick={() => void turn("restore")}>
            {words.restore}
          </Button>
        ) : (
          <Button look="ghost" icon="trash" busy={busy} title={words.archiveText} onClick={() => void turn("archive")}>
            {words.archive}
          </Button>
        )}
      </div>
      <ErrorLine text={trouble} className="mt2" />
    </>
  );
}
