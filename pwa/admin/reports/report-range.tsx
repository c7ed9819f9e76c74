import { useState } from "react";
import type { Asked } from "#pwa/admin/reports/spans";
import { byOf, bysOf, daysIn, presetOf, presets, type Span, spanOf } from "#pwa/admin/reports/spans";
import { reportWords } from "#pwa/i18n/report";
import type { Report } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
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
  const preset = presetOf(asked, today);
  const [own, setOwn] = useState(preset === undefined);
  const to = (span: Span) => onChange({ ...span, by: byOf(span) });
  const named = departments.filter(({ id }) => id !== "");
  return (
    <div className="range">
      <SelectField
        label={words.range}
        value={own ? "own" : preset}
        onChange={({ currentTarget: { value } }) => {
          setOwn(value === "own");
          const chosen = presets.find((one) => one === value);
          if (chosen) to(spanOf(chosen, today));
        }}
      >
        {presets.map((one) => (
          <option key={one} value={one}>
            {words.ranges[one]}
          </option>
        ))}
        <option value="own">{words.ranges.own}</option>
      </SelectField>
      {own && <OwnDays key={`${asked.from} ${asked.until}`} span={asked} onChange={to} />}
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
    </div>
  );
}

function OwnDays({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const [from, setFrom] = useState(span.from);
  const [until, setUntil] = useState(span.until);
  const whole = from !== "" && until !== "";
  const wrong = !whole ? "" : until < from ? words.turned : daysIn({ from, until }) > 731 ? words.tooLong : "";
  return (
    <form
      className="owndays"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (whole && !wrong) onChange({ from, until });
      }}
    >
      <Field
        label={words.from}
        type="date"
        required
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <Field
        label={words.until}
        type="date"
        required
        value={until}
        error={wrong || undefined}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Button look="soft" type="submit">
        {words.show}
      </Button>
    </form>
  );
}
