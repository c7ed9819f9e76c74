import type { ReactNode } from "react";

/** Names and values beside each other. */
export const Facts = ({ of }: { of: [name: string, value: ReactNode][] }) => (
  <dl className="kfacts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt className="sm t2">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
