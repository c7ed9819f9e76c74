import { useMemo } from "react";
import { encode } from "uqr";

/** A QR code of a text. */
export function Square({ text, label }: { text: string; label: string }) {
  const drawn = useMemo(() => {
    const { data, size } = encode(text, { ecc: "L", border: 2 });
    const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
    return { path, size };
  }, [text]);
  return (
    <svg
      className="square"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawn.path} />
    </svg>
  );
}
