import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type Filters, noFilters } from "#pwa/employee/choose/choices";
import { type Diet, hasDiet } from "#pwa/employee/choose/diet";
import { countFilters } from "#pwa/employee/choose/filter-meals";
import { dietWords } from "#pwa/i18n/diet";
import { foodName } from "#pwa/i18n/food";
import { mealsWords } from "#pwa/i18n/meals";
import { measured } from "#pwa/menu/measured";
import type { MenuWeek } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Chip } from "#pwa/ui/chip";
import { Sheet } from "#pwa/ui/sheet";
import { Switch } from "#pwa/ui/switch";

type Props = {
  menu: MenuWeek;
  filters: Filters;
  /** What this person eats, whatever they filter by. */
  diet: Diet;
  onChange: (filters: Filters) => void;
  /** How many meals pass. */
  shown: number;
  stays: boolean;
  onStays: (stays: boolean) => void;
};

const toggled = <T,>(list: readonly T[], one: T) =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
const named = (name: string) => `${foodName(name)[0]?.toUpperCase()}${foodName(name).slice(1)}`;

/** The quick filters in a row, and all of them in a sheet. */
export function FilterBar({ menu, filters, diet, onChange, shown, stays, onStays }: Props) {
  const [open, setOpen] = useState(false);
  const { cuisines, diets, without, protein, light } = filters;
  const set = (part: Partial<Filters>) => onChange({ ...filters, ...part });
  const kitchens = menu.cuisines.filter(({ id }) => menu.meals.some((meal) => meal.cuisine === id));
  const offered = menu.meals.flatMap((meal) => meal.diets).filter((diet) => !measured.includes(diet));
  const allDiets = [...new Set([...offered, ...diets])].sort();
  const allergens = [...new Set([...menu.meals.flatMap((meal) => Object.keys(meal.allergens)), ...without])].sort();

  const proteinChip = (
    <Chip on={protein} onClick={() => set({ protein: !protein })}>
      {mealsWords.protein}
    </Chip>
  );
  const lightChip = (
    <Chip on={light} onClick={() => set({ light: !light })}>
      {mealsWords.light}
    </Chip>
  );
  const cuisineChips = kitchens.map(({ id, name }) => (
    <Chip key={id} on={cuisines.includes(id)} onClick={() => set({ cuisines: toggled(cuisines, id) })}>
      {name}
    </Chip>
  ));
  const dietChips = allDiets.map((diet) => (
    <Chip key={diet} on={diets.includes(diet)} onClick={() => set({ diets: toggled(diets, diet) })}>
      {foodName(diet)}
    </Chip>
  ));

  return (
    <>
      <fieldset className="chips mt3">
        <legend className="sr">{mealsWords.filters}</legend>
        <Chip icon="sliders" count={countFilters(filters)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {mealsWords.filters}
        </Chip>
        {hasDiet(diet) && (
          <Chip on={!filters.everything} onClick={() => set({ everything: !filters.everything })}>
            {dietWords.mine}
          </Chip>
        )}
        {proteinChip}
        {without.map((name) => (
          <Chip key={name} on onClick={() => set({ without: toggled(without, name) })}>
            {mealsWords.no(name)}
          </Chip>
        ))}
        {cuisineChips}
        {dietChips.filter(({ key }) => diets.includes(String(key)) || /^veg/i.test(String(key)))}
        {lightChip}
      </fieldset>
      <Sheet
        open={open}
        title={mealsWords.filters}
        onClose={() => setOpen(false)}
        footer={
          <div className="row between">
            <Button look="ghost" onClick={() => onChange(noFilters)} disabled={countFilters(filters) === 0}>
              {mealsWords.clear}
            </Button>
            <Button look="pri" size="lg" onClick={() => setOpen(false)}>
              {mealsWords.show(shown)}
            </Button>
          </div>
        }
      >
        <div className="filters">
          <Group title={dietWords.title}>
            {hasDiet(diet) && (
              <Switch
                on={!filters.everything}
                onChange={(on) => set({ everything: !on })}
                label={dietWords.fits}
                help={dietWords.fitsHelp(diet.diets, diet.avoid)}
              />
            )}
            <Link className="link u sm" to="/dashboard/profile#diet">
              {hasDiet(diet) ? dietWords.change : dietWords.say}
            </Link>
          </Group>
          <Group title={mealsWords.cuisine}>{cuisineChips}</Group>
          <Group title={mealsWords.diet}>
            {proteinChip}
            {lightChip}
            {dietChips}
          </Group>
          <Group title={mealsWords.without} help={mealsWords.withoutHelp}>
            {allergens.map((name) => (
              <Chip
                key={name}
                on={without.includes(name)}
                onClick={() => set({ without: toggled(without, name) })}
                aria-label={mealsWords.no(name)}
              >
                {named(name)}
              </Chip>
            ))}
          </Group>
          <div className="mt6">
            <Switch
              on={!stays}
              onChange={(on) => onStays(!on)}
              label={mealsWords.autoNext}
              help={mealsWords.autoNextHelp}
            />
          </div>
        </div>
      </Sheet>
    </>
  );
}

const Group = ({ title, help, children }: { title: string; help?: string; children: ReactNode }) => (
  <fieldset className="mt4">
    <legend className="h3">{title}</legend>
    {help && <p className="sm t2">{help}</p>}
    <div className="row wrap g2 mt2">{children}</div>
  </fieldset>
);
