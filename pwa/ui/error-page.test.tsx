import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorPage } from "#pwa/ui/error-page";
import { Later } from "#pwa/ui/later";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const Broken = ({ error }: { error: unknown }) => {
  throw error;
};
const broken = (error: unknown) =>
  render(
    <ErrorPage>
      <Broken error={error} />
    </ErrorPage>,
    { wrapper: MemoryRouter },
  );

test("a page that breaks says that nothing is lost and offers to reload", () => {
  broken(new Error("boom"));
  expect(screen.getByRole("alert")).toHaveTextContent("Something went wrong");
  expect(screen.getByRole("button", { name: "Reload" })).toBeInTheDocument();
  expect(screen.getByRole("alert")).not.toHaveTextContent("boom");
});

test("a page whose code never reached the phone says so", () => {
  broken(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"));
  expect(screen.getByRole("heading", { name: "This page is not on your device yet" })).toBeInTheDocument();
});

test("a page that breaks with nothing at all is still caught", () => {
  broken(null);
  expect(screen.getByRole("alert")).toBeInTheDocument();
});

test("what comes later is simply not there when it breaks", () => {
  render(
    <Later>
      <Broken error={new Error("boom")} />
    </Later>,
  );
  expect(document.body).toHaveTextContent(/^$/);
});
