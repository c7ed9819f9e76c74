// Reads what npm audit --json said. A known vulnerability ends with 1; without an answer of the database it says so and ends with 3.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2], "utf8");
const said = text.trim() ? JSON.parse(text) : {};
if (!said.vulnerabilities) {
  console.log(`could not ask npm's database, not checked: ${said.message ?? said.error?.summary ?? "no answer"}`);
  process.exitCode = 3;
} else {
  const all = Object.entries(said.vulnerabilities);
  for (const [name, { severity, range }] of all) console.error(`${name} ${range}: ${severity}`);
  console.log(`npm: ${all.length} known vulnerabilities in what the app is built from`);
  process.exitCode = all.length > 0 ? 1 : 0;
}
