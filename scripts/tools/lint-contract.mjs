// Lints the OpenAPI document on standard input: node scripts/tools/lint-contract.mjs <openapi.json
import { createConfig, lintFromString } from "@redocly/openapi-core";

const source = await new Response(process.stdin).text();
const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    // Our own server is the only one, and the licence is the repository's.
    "no-empty-servers": "off",
    "info-license": "off",
    "info-license-url": "off",
    // GET /sanctum/csrf-cookie refuses nobody; a Go test asks for the others' errors.
    "operation-4xx-response": "off",
    "operation-operationId": "error",
    "operation-operationId-unique": "error",
    "operation-operationId-url-safe": "error",
    "operation-summary": "error",
    "no-invalid-media-type-examples": "error",
    "no-unused-components": "error",
  },
});
const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
for (const { ruleId, message, location } of problems.slice(0, 50))
  console.error(`${ruleId} ${location[0]?.pointer}: ${message}`);
if (problems.length > 0) {
  console.error(`${problems.length} problems in the contract`);
  process.exit(1);
}
