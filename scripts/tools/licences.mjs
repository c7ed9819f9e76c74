// Reads lists of parts (CycloneDX) and ends non-zero when a part is under no licence that we may pass on in a binary, or under none.
import { readFileSync } from "node:fs";

const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "OFL-1.1",
  "Unlicense",
]);

// Licences that no program recognised and that a person read in the part's own file.
const read = {
  "github.com/cenkalti/backoff/v5": "MIT",
  "github.com/pressly/goose/v3": "MIT",
  "github.com/tidwall/gjson": "MIT",
  "github.com/tidwall/match": "MIT",
  "github.com/tidwall/pretty": "MIT",
  "github.com/tidwall/sjson": "MIT",
};

/** The licences of a part. Of an expression with OR one is enough, and ours to choose. */
function licencesOf({ name, licenses = [], evidence }) {
  const said = [...licenses, ...(evidence?.licenses ?? [])]
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name)
    .filter(Boolean);
  return said.length > 0 ? said : [read[name] ?? "none"];
}
const fine = (licence) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => allowed.has(one.trim())));

let wrong = 0;
for (const file of process.argv.slice(2)) {
  const { components } = JSON.parse(readFileSync(file, "utf8"));
  if (components.length < 10) throw new Error(`${file} lists only ${components.length} parts`);
  const counts = {};
  for (const part of components) {
    for (const licence of licencesOf(part)) {
      counts[licence] = (counts[licence] ?? 0) + 1;
      if (fine(licence)) continue;
      console.error(`${part.name} ${part.version}: the licence ${licence} is not allowed`);
      wrong++;
    }
  }
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a);
  console.log(`${file}: ${components.length} parts: ${all.map(([licence, n]) => `${licence} ${n}`).join(", ")}`);
}
process.exitCode = wrong > 0 ? 1 : 0;
