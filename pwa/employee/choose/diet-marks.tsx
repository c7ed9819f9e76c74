import type { Warning } from "#pwa/employee/choose/diet";
import { dietWords } from "#pwa/i18n/diet";
import { Icon } from "#pwa/ui/icon";

/** What a person must know of a meal before they eat it, the gravest first. */
export const DietMarks = ({ warning }: { warning?: Warning }) =>
  warning && (
    <span className="marks">
      {warning.contains.length > 0 && <Mark tone="never" text={dietWords.contains(warning.contains)} />}
      {warning.may.length > 0 && <Mark tone="unsure" text={dietWords.mayContain(warning.may)} />}
      {warning.unknown.length > 0 && <Mark tone="unsure" text={dietWords.noData(warning.unknown)} />}
      {warning.misses.length > 0 && <Mark tone="unsure" text={dietWords.notMarked(warning.misses)} />}
    </span>
  );

const Mark = ({ tone, text }: { tone: "never" | "unsure"; text: string }) => (
  <span className={`tag ${tone}`}>
    <Icon name="alert" size="xs" />
    {text}
  </span>
);
