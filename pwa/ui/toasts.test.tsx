import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timing, toasts, useToasts } from "#pwa/ui/toast-store";
import { Toasts } from "#pwa/ui/toasts";

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.useRealTimers());

const show = (...titles: string[]) => {
  render(<Toasts />);
  act(() => {
    for (const title of titles) toasts.info(title);
  });
};
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const leaving = (title: string) => screen.getByText(title).closest(".toast")?.classList.contains("leaving");

test("a toast stands 5 seconds, then fades for one", () => {
  expect(timing).toEqual({ shown: 5000, afterHover: 1000, fadeIn: 300, fadeOut: 1000 });
  show("Saved");
  pass(4999);
  expect(leaving("Saved")).toBe(false);
  pass(1);
  expect(leaving("Saved")).toBe(true);
  pass(999);
  expect(screen.getByText("Saved")).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("looking at it holds it, and it stays one second longer afterwards", () => {
  show("Saved");
  pass(4000);
  const toast = screen.getByRole("status");
  fireEvent.mouseEnter(toast);
  pass(60_000);
  expect(leaving("Saved")).toBe(false);
  fireEvent.mouseLeave(toast);
  pass(999);
  expect(leaving("Saved")).toBe(false);
  pass(1);
  expect(leaving("Saved")).toBe(true);
});

test("the newest is on top", () => {
  show("One", "Two", "Three");
  const titles = screen.getAllByRole("status").map((toast) => toast.querySelector("b")?.textContent);
  expect(titles).toEqual(["Three", "Two", "One"]);
});

test("the same words again do not pile up", () => {
  show("No connection", "Other", "No connection");
  expect(screen.getAllByText("No connection")).toHaveLength(1);
});

test("an error interrupts, the other kinds wait until the reader is free", () => {
  render(<Toasts />);
  act(() => {
    toasts.error("Failed");
    toasts.success("Done");
    toasts.warning("Soon");
    toasts.info("By the way");
  });
  expect(screen.getByRole("alert")).toHaveTextContent("Failed");
  expect(screen.getAllByRole("status")).toHaveLength(3);
});

test("an action runs once and takes the toast away", () => {
  const undo = vi.fn();
  render(<Toasts />);
  act(() => void toasts.success("Thursday saved", { action: { label: "Undo", onPress: undo } }));
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Thursday saved")).toBeNull();
});

test("a swipe takes it away, a touch does not", () => {
  show("Swipe me");
  const toast = screen.getByRole("status");
  fireEvent.pointerDown(toast, { clientX: 100 });
  fireEvent.pointerUp(toast, { clientX: 120 });
  expect(screen.getByText("Swipe me")).toBeInTheDocument();
  fireEvent.pointerDown(toast, { clientX: 100 });
  fireEvent.pointerUp(toast, { clientX: 180 });
  expect(screen.queryByText("Swipe me")).toBeNull();
});
