// A screen in a router, and what a person does on it.
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps, ReactNode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { expect } from "vitest";

const Where = () => {
  const { pathname, search } = useLocation();
  return <p>at {pathname + search}</p>;
};

type Entry = NonNullable<ComponentProps<typeof MemoryRouter>["initialEntries"]>[number];

/** Opens an address of these pages, by the paths of their routes. Where one is stands above the page: "at /menu?day=2". */
export const openAt = (at: Entry, pages: Record<string, ReactNode>, beside?: ReactNode) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Where />
      <Routes>
        {Object.entries({ "*": null, ...pages }).map(([path, page]) => (
          <Route key={path} path={path} element={page} />
        ))}
      </Routes>
      {beside}
    </MemoryRouter>,
  );

export const field = (label: string) => screen.getByLabelText(label);
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

/** The link of that name, once it is there, leads to the address. */
export const leadsTo = async (name: string | RegExp, to: string, inside = document.body) =>
  expect(await within(inside).findByRole("link", { name })).toHaveAttribute("href", to);
