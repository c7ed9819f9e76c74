import { useEffect, useState } from "react";
import { engine } from "#pwa/menu/pictures";
import { kofta, poke, pumpkin, tikka } from "#pwa/menu/plates";

/** The meals on the strip: where each begins, and its width. */
const places = [
  { meal: poke, x: -30, y: -34, size: 220 },
  { meal: kofta, x: 172, y: 18, size: 190 },
  { meal: pumpkin, x: 352, y: -60, size: 210 },
  { meal: tikka, x: 548, y: -14, size: 214 },
];

async function draw(): Promise<string> {
  const { mealArt } = await engine();
  const meals = places.map(({ meal, x, y, size }) =>
    mealArt(meal, { size, uid: meal.id }).replace("<svg", `<svg x="${x}" y="${y}"`),
  );
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 150" width="720" height="150"><clipPath id="r">' +
    '<rect width="720" height="150" rx="24"/></clipPath><g clip-path="url(#r)"><rect width="720" height="150" fill="#24503f"/>' +
    `${meals.join("")}</g></svg>`;
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}
let drawn: Promise<string> | undefined;

/** The promotional picture, a strip of meals as decoration. It is drawn like the menu's pictures, since as a file it is 67 kB. */
export function PromoPicture() {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    drawn ??= draw();
    drawn.then(setSrc, () => {
      drawn = undefined;
    });
  }, []);
  return <img className="promo" src={src} alt="" width={720} height={150} decoding="async" />;
}
