import { bookWords as words } from "#pwa/i18n/book";
import { withPresence } from "#pwa/office/planner/meal-form";
import type { Presence } from "#pwa/offline/wire";
import { Chip } from "#pwa/ui/chip";

const presences: Presence[] = ["contains", "may_contain", "no_data"];

type Props = {
  known: string[];
  allergens: Record<string, Presence>;
  onChange: (allergens: Record<string, Presence>) => void;
};

/** Edits what is known of each allergen. There is no choice "free from", because no one can guarantee it. */
export function AllergenTable({ known, allergens, onChange }: Props) {
  const names = [...known, ...Object.keys(allergens).filter((name) => !known.includes(name))];
  const silent = names.filter((name) => !allergens[name]).length;
  return (
    <section className="card pad" aria-label={words.allergensOf}>
      <h2 className="h3">{words.allergens}</h2>
      <p className="sm t2 mt2">{words.allergensHelp}</p>
      <ul className="bkallergens mt3">
        {names.map((name) => (
          <li key={name}>
            <div role="group" aria-label={name}>
              <span className="bkname">{name}</span>
              <span className="row g2">
                {presences.map((presence) => (
                  <Chip
                    key={presence}
                    on={allergens[name] === presence}
                    className={presence === "contains" ? "bkcontains" : undefined}
                    onClick={() =>
                      onChange(withPresence(allergens, name, allergens[name] === presence ? undefined : presence))
                    }
                  >
                    {words.presence[presence]}
                  </Chip>
                ))}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <p className="help mt3" role="status">
        {silent > 0 ? words.saysNothing(silent) : words.saysAll}
      </p>
    </section>
  );
}
