import { useId } from "react";
import { useWidth } from "#pwa/admin/reports/use-width";

type Bar = { key: string; label: string; values: number[] };
type Props = {
  bars: Bar[];
  /** Class names that say how each part of a bar is drawn, from the bottom up. `hatched` has a pattern as well as a colour. */
  looks: string[];
  /** What the picture shows, for those who do not see it. */
  label: string;
  /** Says the number on the scale. */
  say: (value: number) => string;
};

const height = 236;
const foot = 26;
const head = 16;

/** 1, 2 or 5 times a power of ten, so that at most five lines are needed. */
function stepOf(most: number): number {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10);
}

/** Stacked bars, drawn as wide as there is room. The exact numbers are in the table. */
export function BarChart({ bars, looks, label, say }: Props) {
  const [at, width] = useWidth<HTMLDivElement>(640);
  const hatch = useId();
  const most = Math.max(1, ...bars.map(({ values }) => values.reduce((sum, one) => sum + Math.max(0, one), 0)));
  const step = stepOf(most);
  const top = Math.ceil(most / step) * step;
  const left = 44;
  const right = 12; // half of the last letters
  const room = (width - left - right) / Math.max(1, bars.length);
  const thick = Math.max(2, Math.min(38, room * 0.64));
  const y = (value: number) => head + (height - head - foot) * (1 - value / top);
  const every = Math.max(1, Math.ceil(50 / room));
  return (
    <div ref={at} className="barchart">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" className="hatchground" />
            <path d="M0 0v6" className="hatchline" />
          </pattern>
        </defs>
        {Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step).map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="grid" />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {say(value)}
            </text>
          </g>
        ))}
        {bars.map(({ key, label: name, values }, i) => {
          const middle = left + room * (i + 0.5);
          let below = 0;
          return (
            <g key={key}>
              {values.map((value, part) => {
                const from = y(below);
                below += Math.max(0, value);
                const tall = from - y(below);
                if (tall < 0.5) return null;
                const gap = tall > 3 && part > 0 ? 1.5 : 0;
                return (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar have no other name
                    key={part}
                    x={middle - thick / 2}
                    y={y(below)}
                    width={thick}
                    height={tall - gap}
                    rx={Math.min(3, thick / 3)}
                    className={looks[part]}
                    {...(looks[part] === "hatched" && { fill: `url(#${hatch})` })}
                  />
                );
              })}
              {i % every === 0 && (
                <text x={middle} y={height - 8} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
