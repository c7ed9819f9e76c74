import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { joined } from "#pwa/i18n/joined";

const classes = { discount: "dsc", company: "com", wallet: "wal", you: "you" } as const;

export type Part = { kind: keyof typeof classes; label: string; fils: number };

/** A sum cut into who covers which part of it; parts of nothing are left out. `legend` writes the parts below. */
export function SplitBar({ parts, thin, legend }: { parts: Part[]; thin?: boolean; legend?: boolean }) {
  const shown = parts.filter((part) => part.fils > 0);
  return (
    <>
      <div
        className={`split${thin ? " thin" : ""}`}
        role="img"
        aria-label={joined(shown.map((part) => `${part.label} ${formatAed(part.fils)}`))}
      >
        {shown.map((part) => (
          <i key={part.kind} className={classes[part.kind]} style={{ flexGrow: part.fils }} />
        ))}
      </div>
      {legend && (
        <div className="key mt3" aria-hidden="true">
          {shown.map((part) => (
            <span key={part.kind}>
              <i className={classes[part.kind]} />
              {part.label} {formatPlain(part.fils)}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
