import { useEffect, useRef } from "react";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { Chip } from "#pwa/ui/chip";

type Props = {
  weeks: readonly { value: string; label: string }[];
  /** The chosen one's Monday. */
  value: string;
  onChoose: (week: string) => void;
};

/** The offered weeks side by side. The chosen one is always in sight. */
export function WeekChips({ weeks, value, onChoose }: Props) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when another week is chosen
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (!row.current || !chosen) return;
    const space = row.current.getBoundingClientRect();
    const chip = chosen.getBoundingClientRect();
    const off = chip.left + chip.width / 2 - (space.left + space.width / 2);
    // Only sideways: the page itself must not move.
    if (chip.left < space.left || chip.right > space.right) row.current.scrollLeft += off;
  }, [value]);
  return (
    <fieldset className="chips" ref={row}>
      <legend className="sr">{dashboardWords.week}</legend>
      {weeks.map((week) => (
        <Chip key={week.value} ink on={week.value === value} onClick={() => onChoose(week.value)}>
          {week.label}
        </Chip>
      ))}
    </fieldset>
  );
}
