// The databases of one run: one Postgres serves them all, and each server has a copy of one database that was migrated and
// filled with the demo once. It promises that a server finds what it would have made itself, in a tenth of the time.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { askPostgres } from "#pwa/e2e/ask-postgres";
import { atEnd } from "#pwa/e2e/ends";
import { ahead, pictures } from "#pwa/e2e/picture-run";
import { startPostgres } from "#pwa/e2e/start-postgres";

/** Where a test process finds the run's Postgres. */
const variable = "E2E_POSTGRES";
const template = "demo";

export type TestDatabase = { url: URL; end: () => Promise<void> };

/** Vitest's global setup: starts the Postgres and makes the database that is copied. Returns what ends it. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  await askPostgres(postgres.url, `CREATE DATABASE ${template}`);
  if (pictures) await askPostgres(named(postgres.url, template), aheadClock(ahead()));
  const env = { ...process.env, DATABASE_URL: named(postgres.url, template).href, PUBLIC_URL: "", DEMO_PAST: "false" };
  execFileSync(resolve("bin/sahn"), ["demo"], { env, stdio: ["ignore", "ignore", "inherit"] });
  process.env[variable] = postgres.url.href;
  return postgres.end;
}

/** Whether this process is part of such a run; a benchmark is not. */
export const hasTestDatabases = (): boolean => process.env[variable] !== undefined;

let made = 0;

/** A database for one server, with the demo in it. */
export const testDatabase = (): Promise<TestDatabase> => newDatabase(`TEMPLATE ${template} STRATEGY file_copy`);

/** A database with nothing in it, as somebody has who installs the product. */
export const emptyDatabase = (): Promise<TestDatabase> => newDatabase("");

async function newDatabase(how: string): Promise<TestDatabase> {
  const postgres = new URL(process.env[variable] ?? "");
  const name = `copy_${process.pid}_${++made}`;
  await askPostgres(postgres, `CREATE DATABASE ${name} ${how}`);
  return {
    url: named(postgres, name),
    end: atEnd(async () => void (await askPostgres(postgres, `DROP DATABASE ${name} WITH (FORCE)`))),
  };
}

function named(postgres: URL, database: string): URL {
  const url = new URL(postgres);
  url.pathname = `/${database}`;
  // Nothing stands between the server and this Postgres, so statements are prepared once.
  url.searchParams.set("default_query_exec_mode", "cache_statement");
  if (pictures) url.searchParams.set("search_path", "public,pg_catalog");
  return url;
}

/** Postgres's clock, which the server follows, with so many milliseconds added. It counts where the search path finds it first. */
const aheadClock = (by: number) =>
  `CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
  AS $$ SELECT pg_catalog.clock_timestamp() + interval '${by} milliseconds' $$`;
