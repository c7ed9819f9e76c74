// One page with all pictures of a run: what changed first, each with its changed places marked beside what was accepted.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { block, type Change } from "#pwa/e2e/accepted";

const folder = "artifacts/screens";
const files = (of: string) => (existsSync(`${folder}/${of}`) ? readdirSync(`${folder}/${of}`) : []);

/** Writes artifacts/screens/sheet.html. */
export function contactSheet(): void {
  const changes = files("changes").flatMap(
    (file) => JSON.parse(readFileSync(`${folder}/changes/${file}`, "utf8")) as Change[],
  );
  const all = ["en", "ar"].flatMap((language) =>
    files(`looks/${language}`).map((file) => ({ language, name: file.replace(/\.png$/, "") })),
  );
  const rest = all.map(
    ({ language, name }) =>
      `<figure><a href="looks/${language}/${name}.png"><img loading="lazy" src="looks/${language}/${name}.png" alt=""></a>` +
      `<figcaption>${name} · ${language}</figcaption></figure>`,
  );
  const title = `${changes.length} of ${all.length} pictures changed`;
  const page = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>
body { font: 14px system-ui; margin: 24px; background: #777; color: #fff }
main { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
figure { margin: 0; max-inline-size: 240px }
figure img { max-block-size: 360px; max-inline-size: 100% }
section { display: flex; gap: 16px; align-items: start; margin-block-end: 32px }
section div { position: relative }
section .before { image-rendering: pixelated }
svg { position: absolute; inset: 0; inline-size: 100%; block-size: 100% }
</style><h1>${title}</h1>${changes.map(changed).join("")}<h2>All</h2><main>${rest.join("")}</main>`;
  writeFileSync(`${folder}/sheet.html`, page);
  console.log(`DONE ${title}: ${folder}/sheet.html`);
}

function changed({ name, language, blocks, columns, before }: Change): string {
  const marks = blocks.map((of) => {
    const [x, y] = [(of % columns) * block, Math.floor(of / columns) * block];
    return `<rect x="${x}" y="${y}" width="${block}" height="${block}"/>`;
  });
  const width = columns * block;
  const was = before
    ? `<img class="before" width="${width}" src="${before}" alt="accepted">`
    : `<p style="inline-size:${width}px">There was none.</p>`;
  return `<h2>${name} · ${language}</h2><section>${was}<div><img src="looks/${language}/${name}.png" alt="now">
<svg fill="#f0f" fill-opacity=".35">${marks.join("")}</svg></div></section>`;
}
