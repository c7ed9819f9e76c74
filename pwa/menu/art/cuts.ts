// Shapes that several pieces share.
import type { Canvas } from "#pwa/menu/art/canvas";
import { dark, dotsAt, lite, num, path, pt, shine, unlined } from "#pwa/menu/art/pen";

/** A diced cube; `extra` is drawn on top. */
export const cube = (
  c: Canvas,
  key: string,
  top: string,
  side: string,
  s: number,
  extra: string | ((i: number, a: number) => string) = "",
) =>
  c.pieces(key, 2, (i) => {
    const a = s * (i ? 1 : 0.92),
      q = s * 0.24;
    // A square with round corners, from the top left of the cube.
    const square = (end: number) =>
      path("M", -a + q, -a, "H", end - q, "Q", end, -a, end, -a + q, "V", end - q) +
      path(
        "Q",
        end,
        end,
        end - q,
        end,
        "H",
        -a + q,
        "Q",
        -a,
        end,
        -a,
        end - q,
        "V",
        -a + q,
        "Q",
        -a,
        -a,
        -a + q,
        -a,
        "Z",
      );
    return (
      `<path d="${square(a)}" fill="${side}"/>` +
      unlined(`<path d="${square(a - q)}" fill="${top}"/>`) +
      (typeof extra === "function" ? extra(i, a) : extra)
    );
  });
/** A grilled chunk with charred edges. */
export const chunk = (c: Canvas, key: string, col: string, char: string, r = 11) =>
  c.pieces(key, 3, (i) => {
    const b = c.blob(0, 0, r * 1.06, r * 0.92, 0.17, 5 + (i % 2)),
      arc = (a: number, l: number, q: number) => {
        const p = pt(0, 0, a, r * q),
          e = pt(0, 0, a + l, r * q);
        return path("M", p[0], p[1] * 0.86, "A", r * q, r * q * 0.86, 0, 0, 1, e[0], e[1] * 0.86);
      },
      a = i * 2.1 + c.between(0, 0.6);
    return (
      `<path d="${b}" fill="${c.linear(lite(col, 0.12), dark(col, 0.4), 0.8, 1)}"/>` +
      unlined(
        `<path d="${b}" transform="translate(${num(-r * 0.09)} ${num(-r * 0.12)})scale(.76)" ` +
          `fill="${c.linear(lite(col, 0.42), col, 0.7, 1)}" fill-opacity=".8"/>`,
      ) +
      `<g fill="none" stroke="${char}" stroke-linecap="round">` +
      `<path d="${arc(a, 0.9, 0.84)}${arc(a + 3, 0.7, 0.8)}" stroke-width="${num(r * 0.3)}" stroke-opacity=".62"/>` +
      `<path d="${arc(a + 0.2, 0.5, 0.5)}" stroke-width="${num(r * 0.2)}" stroke-opacity=".34"/></g>` +
      dotsAt(
        [
          [-r * 0.36, -r * 0.42],
          [-r * 0.1, -r * 0.5],
        ],
        "#fff6dd",
        1.7,
        0.75,
      )
    );
  });
/** Half a slice of lemon or lime. */
export function citrus(c: Canvas, k: string, rind: string, pith: string, flesh: string) {
  return c.piece(
    k,
    () =>
      `<path d="M-14 0A14 14 0 0 1 14 0Q14 2.4 12 2.4H-12Q-14 2.4-14 0Z" fill="${rind}"/>` +
      unlined(
        `<path d="M-12.4 .6A12.4 12.4 0 0 1 12.4 .6Z" fill="${pith}"/><path d="${[0, 1, 2, 3, 4]
          .map((i) => {
            const a0 = Math.PI + i * 0.628 + 0.06,
              a1 = a0 + 0.508,
              p = pt(0, 0.4, a0, 10.8),
              q = pt(0, 0.4, a1, 10.8),
              m = pt(0, 0, (a0 + a1) / 2, 1.8);
            return path("M", m[0], m[1], "L", p[0], p[1], "A", 11, 11, 0, 0, 1, q[0], q[1], "Z");
          })
          .join("")}" fill="${flesh}" stroke="${flesh}" stroke-width="1" stroke-linejoin="round"/>`,
      ) +
      shine("M-8.6-4.6Q-6-8-2.6-9", 1.1, 0.8),
  );
}
