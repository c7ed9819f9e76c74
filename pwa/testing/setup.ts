import "fake-indexeddb/auto";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A wait ends when what it waits for is there; only a test that fails waits this long, also on a slow machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
