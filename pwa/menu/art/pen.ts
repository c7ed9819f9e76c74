// The tools every drawing uses: numbers and paths as short text, colours, and points on a circle.

export type Point = [x: number, y: number];

export const turn = Math.PI * 2;

/** A number with at most one decimal, in as few characters as SVG allows. */
export const num = (value: number) => {
  const text = String(Math.round(value * 10) / 10);
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.");
};

/** Path data: letters as they are, numbers with a space only where one is needed. */
export const path = (...steps: (string | number)[]) => {
  let data = "";
  for (const step of steps) {
    if (typeof step === "string") data += step;
    else {
      const text = num(step);
      data += (data && /[\d.]$/.test(data) && text[0] !== "-" ? " " : "") + text;
    }
  }
  return data;
};

const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** From one colour (0) to the other (1). */
export function mix(from: string, to: string, share: number): string {
  const end = parts(to);
  return `#${parts(from)
    .map((value, i) =>
      Math.round(value + ((end[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
export const lite = (colour: string, share: number) => mix(colour, "#fff8e6", share);
export const dark = (colour: string, share: number) => mix(colour, "#2a1206", share);

/** A point on a circle. */
export const pt = (cx: number, cy: number, angle: number, radius: number): Point => [
  cx + Math.cos(angle) * radius,
  cy + Math.sin(angle) * radius,
];

/** So many points evenly on a circle round the origin. */
export const ring = (count: number, radius: number, from = 0) =>
  Array.from({ length: count }, (_, i) => pt(0, 0, from + (i / count) * turn, radius));

/** A closed curve through points. */
export function smooth(points: Point[]): string {
  const count = points.length;
  const point = (i: number) => points[i % count] ?? [0, 0];
  const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const start = between(point(count - 1), point(0));
  let data = path("M", start[0], start[1]);
  for (let i = 0; i < count; i++) {
    const end = between(point(i), point(i + 1));
    data += path("Q", point(i)[0], point(i)[1], end[0], end[1]);
  }
  return `${data}Z`;
}

/** A band that tapers at both ends, for cream swirls. */
export function ribbon(points: Point[], width: number): string {
  const left: Point[] = [];
  const right: Point[] = [];
  const count = points.length;
  points.forEach((q, i) => {
    const a = points[Math.max(0, i - 1)] ?? q;
    const b = points[Math.min(count - 1, i + 1)] ?? q;
    const d = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const k = (width * Math.sin((Math.PI * (i + 0.35)) / count) ** 0.7) / 2;
    left.push([q[0] + (-(b[1] - a[1]) / d) * k, q[1] + ((b[0] - a[0]) / d) * k]);
    right.unshift([q[0] + ((b[1] - a[1]) / d) * k, q[1] - ((b[0] - a[0]) / d) * k]);
  });
  return smooth(left.concat(right));
}

export const spiral = ([x, y]: Point, from: number, to: number, angle: number, turns: number, count = 26): Point[] =>
  Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    const r = from + (to - from) * t;
    return [x + Math.cos(angle + t * turns * turn) * r, y + Math.sin(angle + t * turns * turn) * r * 0.92];
  });

export const dotsAt = (points: Point[], colour: string, width: number, opacity?: number) =>
  `<path d="${points.map((q) => path("M", q[0], q[1], "h0")).join("")}" stroke="${colour}" ` +
  `stroke-opacity="${opacity || 1}" stroke-width="${width}" stroke-linecap="round" fill="none"/>`;

/** A glint of light along a path. */
export const shine = (data: string, width = 1.2, opacity = 0.6) =>
  `<path d="${data}" fill="none" stroke="#fff" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;

/** Draws without the dark edge that the group around it has. */
export const unlined = (svg: string) => `<g stroke="none">${svg}</g>`;
