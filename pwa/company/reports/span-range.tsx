import { type ReactNode, useState } from "react";
import { daysIn, presetOf, presets, type Span, spanOf } from "#pwa/company/reports/spans";
import { reportWords } from "#pwa/i18n/report";
import { DateField } from "#pwa/online/date-field";
import { Button } from "#pwa/ui/button";
import { SelectField } from "#pwa/ui/select-field";
import "#pwa/company/reports/reports.css";

const words = reportWords;
type Props = { span: Span; today: string; onChange: (span: Span) => void; children?: ReactNode };

/** Chooses the days of a report: a usual span, or any other. What else can be chosen of the report stands beside it. */
export function SpanRange({ span, today, onChange, children }: Props) {
  const preset = presetOf(span, today);
  const [own, setOwn] = useState(preset === undefined);
  return (
    <div className="range">
      <SelectField
        label={words.range}
        value={own ? "own" : preset}
        onChange={({ currentTarget: { value } }) => {
          setOwn(value === "own");
          const chosen = presets.find((one) => one === value);
          if (chosen) onChange(spanOf(chosen, today));
        }}
      >
        {presets.map((one) => (
          <option key={one} value={one}>
            {words.ranges[one]}
          </option>
        ))}
        <option value="own">{words.ranges.own}</option>
      </SelectField>
      {own && <OwnDays key={`${span.from} ${span.until}`} span={span} onChange={onChange} />}
      {children}
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
      <DateField
        label={words.from}
        required
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <DateField
        label={words.until}
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
