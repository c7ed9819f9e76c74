import { DateField } from "#pwa/online/date-field";

type Span = { from: string; until: string };

/** Two fields for a span of days, of which neither is after max. Online only. */
export function SpanFields(props: {
  labels: Span;
  value: Span;
  max: string;
  wrong: Partial<Span>;
  onChange: (span: Span) => void;
}) {
  const { labels, value, max, wrong, onChange } = props;
  return (["from", "until"] as const).map((end) => (
    <DateField
      key={end}
      label={labels[end]}
      value={value[end]}
      max={max}
      error={wrong[end]}
      onChange={(event) => onChange({ ...value, [end]: event.target.value })}
    />
  ));
}
