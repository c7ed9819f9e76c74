import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";

/** Opens an address of an app that has these pages, each by its path. */
export const show = (at: string, pages: Record<string, ReactNode>) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} path={path} element={page} />
        ))}
      </Routes>
    </MemoryRouter>,
  );

export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
