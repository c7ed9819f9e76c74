import type { Canvas } from "#pwa/menu/art/canvas";
import { leafColours } from "#pwa/menu/art/colours";
import { crockery, ground } from "#pwa/menu/art/crockery";
import { garnish } from "#pwa/menu/art/garnish";
import { paint } from "#pwa/menu/art/paint";
import { leaves } from "#pwa/menu/art/painters";
import { dark, dotsAt, lite, num, unlined } from "#pwa/menu/art/pen";
import type { Recipe } from "#pwa/menu/art/recipe";
import { disc } from "#pwa/menu/art/regions";
import { potOf, sauceColours } from "#pwa/menu/art/sauces";

/** Two halves of a wrap on a board. */
export function wrap(c: Canvas, m: Recipe) {
  const [a, b, d] = crockery[m.plate ?? "wood"]!;
  ground(c, 106);
  c.write(
    `<circle cx="120" cy="120" r="107" fill="${c.linear(a, b, 1, 1)}"/>` +
      `<g fill="none" stroke="${d}" stroke-opacity=".35" stroke-width="1.4">` +
      `<path d="M24 84Q120 70 218 86M16 112Q120 96 226 116M20 146Q120 132 222 148` +
      `M36 180Q120 168 206 180M52 54Q120 44 190 56"/></g>` +
      `<circle cx="120" cy="120" r="105" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.5"/>` +
      `<path d="M46 62 196 46 210 178 62 200Z" fill="#2a1206" fill-opacity=".18" transform="translate(2 4)"/>` +
      `<path d="M46 62 196 46 210 178 62 200Z" fill="#fbf6ea"/>` +
      `<path d="M46 62 196 46 200 84M62 200 210 178" fill="none" stroke="#d8cbb2" stroke-width="1"/>`,
  );
  leaves(c, disc(178, 96, 24), leafColours.greens!);
  m.veg.slice(0, 1).forEach((x) => paint(c, x, disc(180, 106, 18)));
  const col = m.wrapCol || "#f0cf97",
    half = c.piece(
      "half",
      () =>
        `<path d="M-27-44C-27-52 27-52 27-44V30H-27Z" fill="${c.linear(dark(col, 0.2), lite(col, 0.35), 0.5, 0, 0, 0)}"/>` +
        unlined(
          `<path d="M-27-44C-27-52 27-52 27-44V30H-27Z" fill="${c.once("wr", () => {
            const i = c.nextId();
            c.defs +=
              `<linearGradient id="${i}">` +
              `<stop stop-color="#5a3210" stop-opacity=".42"/>` +
              `<stop offset=".3" stop-color="#fff" stop-opacity=".22"/>` +
              `<stop offset=".62" stop-color="#5a3210" stop-opacity="0"/>` +
              `<stop offset="1" stop-color="#5a3210" stop-opacity=".5"/></linearGradient>`;
            return `url(#${i})`;
          })}"/>`,
        ) +
        (
          [
            [-12, -31, 6, 3.6],
            [8, -21, 7.6, 4.4],
            [-16, -9, 5, 3],
            [3, -38, 4, 2.4],
            [-2, 2, 6.4, 3.4],
            [15, -4, 3.4, 2.4],
            [-10, -20, 2.4, 1.6],
            [-19, 6, 3, 2],
          ] as [number, number, number, number][]
        )
          .map(
            (q) =>
              `<path d="${c.blob(q[0], q[1], q[2], q[3], 0.3, 7)}" fill="#8a4a16" ` +
              `fill-opacity="${num(c.between(0.3, 0.55))}" stroke="none"/>`,
          )
          .join("") +
        dotsAt(
          Array.from({ length: 16 }, () => [c.between(-24, 24), c.between(-42, 14)]),
          "#a8692b",
          1.5,
          0.45,
        ) +
        `<path d="M-22-45Q0-38 22-45" fill="none" stroke="#8a4a16" stroke-opacity=".35" stroke-width="1.6"/>`,
    );
  const face = (x: number, y: number, rot: number) => {
    c.write(
      `<g transform="translate(${x} ${y})rotate(${rot})"><ellipse cx="4" cy="6" rx="31" ry="52" fill="#2a1206" fill-opacity=".25"/>`,
    );
    c.edged(() => c.write(`<use href="#${half}"/><ellipse cy="30" rx="27" ry="19" fill="${dark(col, 0.12)}"/>`));
    c.write(`<ellipse cy="30" rx="24.5" ry="16.6" fill="#5f8a3a"/>`);
    c.strands(disc(0, 30, 19, 12), ["#4d7d33", "#86b455", "#b9d98a"], { n: 16, len: 13, w: 3 });
    const st = m.fill ?? ["chicken-bites", "tomato"];
    c.write('<g transform="translate(0 30)scale(.62)">');
    st.forEach((s, i) => {
      const gg = disc(i === 0 ? -8 : 16, i === 1 ? 6 : -2, i ? 15 : 21, i ? 14 : 17);
      c.withHeaps(
        (r, o) => [r, { ...o, max: i ? 3 : 5 }],
        () => paint(c, s, Object.assign(gg, { ang: 0.2 })),
      );
    });
    c.write(`</g><ellipse cy="30" rx="25" ry="17" fill="none" stroke="${lite(col, 0.3)}" stroke-width="2.6"/></g>`);
  };
  face(94, 98, 14);
  face(136, 128, 24);
  if (m.sauce) potOf(c, 72, 172, 21, sauceColours[m.sauce]!);
  m.garnish.forEach((x) =>
    garnish(c, x, Object.assign(disc(72, 172, 13), { lx: 186, ly: 140, lrot: -20 }), [72, 170, 8]),
  );
}
