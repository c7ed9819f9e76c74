import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export type TestPostgres = { url: URL; end: () => Promise<void> };

/** A Postgres that is not the app's own, as an operator would bring, started by a build of the server. */
export async function startPostgres(binary = resolve("bin/sahn")): Promise<TestPostgres> {
  const dir = mkdtempSync(join(tmpdir(), "sahn-postgres-"));
  chmodSync(dir, 0o755);
  const child = spawn(binary, ["postgres", join(dir, "data")], { stdio: ["ignore", "pipe", "ignore"] });
  const gone = once(child, "exit");
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), gone])) as [unknown];
  if (typeof line !== "string") throw new Error(`Postgres ended with ${line}`);
  return {
    url: new URL(line.trim()),
    end: async () => {
      child.kill("SIGTERM");
      const [code] = await gone;
      rmSync(dir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`Postgres ended with ${code}`);
    },
  };
}
