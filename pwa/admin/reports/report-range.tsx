import { SpanRange } from "#pwa/company/reports/span-range";
import { type Asked, byOf, bysOf } from "#pwa/company/reports/spans";
import { reportWords } from "#pwa/i18n/report";
import type { Report } from "#pwa/offline/wire";
import { Segment } from "#pwa/ui/segment";
import { SelectField } from "#pwa/ui/select-field";

const words = reportWords;
type Props = {
  asked: Asked;
  today: string;
  departments: Report["departments"];
  onChange: (change: Partial<Asked>) => void;
};

/** Chooses the days of a report, their division, and the department. */
export function ReportRange({ asked, today, departments, onChange }: Props) {
  const named = departments.filter(({ id }) => id !== "");
  return (
    <SpanRange span={asked} today={today} onChange={(span) => onChange({ ...span, by: byOf(span) })}>
      {named.length > 0 && (
        <SelectField
          label={words.department}
          value={asked.department}
          onChange={({ currentTarget: { value } }) => onChange({ department: value })}
        >
          <option value="">{words.allDepartments}</option>
          {named.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="none">{words.noDepartment}</option>
        </SelectField>
      )}
      <div className="field">
        <span className="label" aria-hidden="true">
          {words.by}
        </span>
        <Segment
          label={words.by}
          value={asked.by}
          options={bysOf(asked).map((by) => ({ value: by, label: words.bys[by] }))}
          onChange={(by) => onChange({ by })}
        />
      </div>
    </SpanRange>
  );
}
