import { dark, lite, num, type Point, path, pt, smooth, turn } from "#pwa/menu/art/pen";
import type { Region } from "#pwa/menu/art/regions";
import { chance, hash } from "#pwa/menu/chance";

/** How a heap of pieces lies. */
export type Heap = {
  scale?: number;
  min?: number;
  max?: number;
  /** How full the region is; 1 touches. */
  fill?: number;
  /** Pulls the pieces to the middle. */
  tight?: number;
  /** How far each piece is turned by chance, in degrees. */
  rot?: number;
  ao?: string;
  aoO?: number;
  aoW?: number;
};
type Strands = { n?: number; len?: number; w?: number; curl?: number };
type Stop = [offset: number, colour: string, opacity?: number];

const shade = "#2a1206";

/** One picture under way: its chance, its reusable pieces and what has been drawn. Light falls from the top left. */
export class Canvas {
  readonly random: () => number;
  readonly prefix: string;
  readonly thumb: boolean;
  /** How much of the fine detail is drawn. */
  readonly density: number;
  defs = "";
  out = "";
  private count = 0;
  private readonly made = new Map<string, unknown>();
  private heaping: ((r: number, o: Heap) => [number, Heap]) | null = null;

  constructor(seed: number, prefix: string, thumb: boolean) {
    this.random = chance(seed);
    this.prefix = `${prefix}-`;
    this.thumb = thumb;
    this.density = thumb ? 0.62 : 1;
  }
  static of(recipe: { id?: string }, uid: string | undefined, thumb: boolean): Canvas {
    const seed = hash(recipe.id || JSON.stringify(recipe));
    return new Canvas(
      seed,
      uid ||
        `m${hash(recipe.id || "")
          .toString(36)
          .slice(0, 4)}`,
      thumb,
    );
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.random();
  }
  pick<T>(list: T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }
  nextId(): string {
    return this.prefix + (this.count++).toString(36);
  }
  write(svg: string) {
    this.out += svg;
  }
  once<T>(key: string, make: () => T): T {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key) as T;
  }

  /** A round thing, lit. */
  ball(colour: string, high = 0.38, low = 0.34): string {
    return this.once(`b${colour}${high}`, () => {
      const id = this.nextId();
      this.defs +=
        `<radialGradient id="${id}" cx=".36" cy=".3" r=".78">` +
        `<stop stop-color="${lite(colour, high)}"/><stop offset=".5" stop-color="${colour}"/>` +
        `<stop offset="1" stop-color="${dark(colour, low)}"/></radialGradient>`;
      return `url(#${id})`;
    });
  }
  linear(from: string, to: string, x = 0, y = 1, x1 = 0, y1 = 0): string {
    return this.once(`l${from}${to}${x}${y}${x1}`, () => {
      const id = this.nextId();
      this.defs +=
        `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x}" y2="${y}">` +
        `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
      return `url(#${id})`;
    });
  }
  radial(key: string, stops: Stop[], place = ""): string {
    return this.once(`r${key}`, () => {
      const id = this.nextId();
      const inner = stops.map(
        ([offset, colour, opacity]) =>
          `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`,
      );
      this.defs += `<radialGradient id="${id}" ${place}>${inner.join("")}</radialGradient>`;
      return `url(#${id})`;
    });
  }

  /** A piece drawn once and placed many times; gives its id. */
  piece(key: string, make: () => string): string {
    return this.once(`s${key}`, () => {
      const id = this.nextId();
      const body = make();
      this.defs += `<g id="${id}">${body}</g>`;
      return id;
    });
  }
  /** A few variants of the same piece, so that nothing looks stamped. */
  pieces(key: string, count: number, make: (i: number) => string): string[] {
    return Array.from({ length: count }, (_, i) => this.piece(key + i, () => make(i)));
  }
  place(id: string, x: number, y: number, rot?: number, scale?: number) {
    if (!rot && (!scale || scale === 1)) this.write(`<use href="#${id}" x="${num(x)}" y="${num(y)}"/>`);
    else {
      const turned = rot ? `rotate(${Math.round(rot)})` : "";
      const scaled = scale && scale !== 1 ? `scale(${Math.round(scale * 100) / 100})` : "";
      this.write(`<use href="#${id}" transform="translate(${num(x)} ${num(y)})${turned}${scaled}"/>`);
    }
  }
  /** Pieces drawn inside get a soft dark edge, which reads as the shadow where things touch. */
  edged(draw: () => void, colour = shade, opacity = 0.3, width = 2.2) {
    this.write(
      `<g stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linejoin="round" paint-order="stroke">`,
    );
    draw();
    this.write("</g>");
  }

  blob(cx: number, cy: number, rx: number, ry: number, wobble = 0.1, count = 8): string {
    const from = this.random() * turn;
    const points: Point[] = [];
    for (let i = 0; i < count; i++) {
      const a = from + (i / count) * turn;
      const k = 1 + this.between(-wobble, wobble);
      points.push([cx + Math.cos(a) * rx * k, cy + Math.sin(a) * ry * k]);
    }
    return smooth(points);
  }
  /** Evenly spread points inside a region, outer ones first so that the middle ends up on top. */
  spread(region: Region, count: number): Point[] {
    const points: Point[] = [];
    for (let i = 0; i < count; i++) {
      let best: Point = [0, 0];
      let farthest = -1;
      for (let k = 0; k < 10; k++) {
        const q = region.at(this);
        let near = 1e9;
        for (const e of points) near = Math.min(near, (e[0] - q[0]) ** 2 + (e[1] - q[1]) ** 2);
        if (near > farthest) {
          farthest = near;
          best = q;
        }
      }
      points.push(best);
    }
    const off = (q: Point) => Math.hypot(q[0] - region.mx, q[1] - region.my);
    return points.sort((a, b) => off(b) - off(a));
  }
  shadow(points: Point[], r: number, opacity = 0.26) {
    const data = points.map((q) =>
      path("M", q[0] + 1.6 - r, q[1] + 2.6, "a", r, r, 0, 1, 0, 2 * r, 0, "a", r, r, 0, 1, 0, -2 * r, 0),
    );
    this.write(`<path fill="${shade}" fill-opacity="${opacity}" d="${data.join("")}"/>`);
  }

  /** While `draw` runs, every heap is changed by `change` first: fewer pieces, a darker edge. */
  withHeaps(change: (r: number, o: Heap) => [number, Heap], draw: () => void) {
    this.heaping = change;
    draw();
    this.heaping = null;
  }
  /** A heap of pieces about `radius` large. Thumbs get fewer, bigger pieces. */
  pile(region: Region, radius: number, ids: string[], given: Heap = {}) {
    const [r0, o] = this.heaping ? this.heaping(radius, given) : [radius, given];
    const scale = (o.scale || 1) * (r0 < 6 ? 1.12 : 1.24) * (this.thumb ? (r0 < 7 ? 1.45 : 1.2) : 1);
    const r = r0 * scale;
    const wanted = (region.area / (Math.PI * r * r)) * (o.fill || 1.15) * 1.28 * (r < 7 ? this.density : 1);
    const count = Math.max(o.min || 3, Math.min(o.max || 44, Math.round(wanted)));
    let points = this.spread(region, count);
    const { tight } = o;
    if (tight)
      points = points.map((q) => [region.mx + (q[0] - region.mx) * tight, region.my + (q[1] - region.my) * tight]);
    this.shadow(points, r * 1.02);
    this.edged(
      () => {
        for (const q of points) {
          const id = this.pick(ids);
          const rot = o.rot === 0 ? 0 : this.between(-1, 1) * (o.rot || 180);
          this.place(id, q[0], q[1], rot, scale * this.between(0.92, 1.08));
        }
      },
      o.ao,
      o.aoO,
      o.aoW,
    );
  }

  /** Thin curved strips: carrot, cabbage, onion, dill. */
  strands(region: Region, tones: string[], o: Strands = {}) {
    const amount = (o.n || 17) * (this.thumb ? 0.55 : 1) * Math.min(1.5, Math.max(0.8, region.area / 2100));
    const count = Math.round(amount);
    const length = (o.len || 20) * 1.08;
    const width = (o.w || 2.6) * (this.thumb ? 1.5 : 1.12);
    tones.forEach((tone, i) => {
      let d = "";
      for (let k = 0; k < count; k++) {
        const q = region.at(this, 0.8);
        const a = this.random() * turn;
        const l = this.between(0.6, 1) * length;
        const b = this.between(-0.55, 0.55) * length * (o.curl || 1);
        const [x, y] = [Math.cos(a), Math.sin(a)];
        d += path("M", q[0] - (x * l) / 2, q[1] - (y * l) / 2);
        d += path("q", (x * l) / 2 - y * b, (y * l) / 2 + x * b, x * l, y * l);
      }
      if (i === 0)
        this.write(
          `<path d="${d}" transform="translate(1 1.8)" stroke="${shade}" stroke-opacity=".3" ` +
            `stroke-width="${width + 1.6}" fill="none" stroke-linecap="round"/>`,
        );
      this.write(
        `<path d="${d}" stroke="${tone}" stroke-width="${num(width * (1 - i * 0.1))}" fill="none" stroke-linecap="round"/>`,
      );
    });
  }
  dots(region: Region, count: number, colour: string, width: number, opacity = 1, k = 1) {
    const n = this.thumb ? Math.round(count * 0.45) : count;
    const w = this.thumb ? width * 1.5 : width;
    let d = "";
    for (let i = 0; i < n; i++) {
      const q = region.at(this, k);
      d += path("M", q[0], q[1], "h0");
    }
    this.write(
      `<path d="${d}" stroke="${colour}" stroke-width="${w}" stroke-linecap="round" ` +
        `fill="none"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`,
    );
  }
  /** Points by chance in a circle, for sprinkled detail inside a piece. */
  scattered(count: number, radius: number, cx = 0, cy = 0): Point[] {
    return Array.from({ length: count }, () => pt(cx, cy, this.random() * turn, Math.sqrt(this.random()) * radius));
  }
}
