import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as server from "#pwa/offline/server";
import type * as Engine from "#pwa/offline/sync/engine";
import type { CreateEngine } from "#pwa/testing/simulation";

type File = "retry" | "outbox" | "engine";
export type Change = { file: File; from: string; to: string };

const { transpileModule, ModuleKind, ScriptTarget } = createRequire(import.meta.url)(
  "typescript",
) as typeof import("typescript");

/**
 * The device's conversation with lines of its own source changed. Throws when one of them is not there exactly once.
 */
export function mutant(...changes: Change[]): CreateEngine {
  const load = (name: File, known: Record<string, unknown>) => {
    let source = readFileSync(new URL(`../offline/sync/${name}.ts`, import.meta.url), "utf8");
    for (const { file, from, to } of changes) {
      if (name !== file) continue;
      if (source.split(from).length !== 2) throw new Error(`${name} does not say once: ${from}`);
      source = source.replace(from, () => to);
    }
    const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
    const code = transpileModule(source.replaceAll("import.meta.env.DEV", "true"), {
      compilerOptions: options,
    }).outputText;
    const exports = {};
    new Function("exports", "require", code)(exports, (path: string) => known[path]);
    return exports;
  };
  const engine = load("engine", {
    "#pwa/offline/server": server,
    "#pwa/offline/sync/outbox": load("outbox", {}),
    "#pwa/offline/sync/retry": load("retry", { "#pwa/offline/server": server }),
  }) as typeof Engine;
  return engine.createEngine;
}
