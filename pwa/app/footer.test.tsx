import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { Footer } from "#pwa/app/footer";
import type { Page } from "#pwa/app/page";
import { useConfig } from "#pwa/offline/config";

const page = (more: Partial<Page>) => ({ path: "/x", header: "home", footer: "standard", ...more }) as Page;
const show = (at?: Page) => render(<Footer page={at} />, { wrapper: MemoryRouter });
const links = () =>
  within(screen.getByRole("contentinfo"))
    .getAllByRole("link")
    .map((link) => [link.textContent || link.getAttribute("aria-label"), link.getAttribute("href")]);
// Browsers count a link with an empty target as a link; the library that looks for roles here does not.
const disclaimer = () => screen.getByText("Disclaimer", { selector: "a" });

beforeEach(() => useConfig.setState(useConfig.getInitialState(), true));

test("the home footer has its three groups, with every contact that is set", () => {
  useConfig.setState({
    phone: "+971 4 000 0000",
    whatsapp: "+971 50 000 0000",
    instagram: "https://instagram.example/sahn",
    linkedin: "https://linkedin.example/sahn",
  });
  show(page({ footer: "home" }));
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual([
    "The Company",
    "The Menu",
    "Let's Talk",
    "Connect on social",
  ]);
  expect(links()).toEqual([
    ["sahn", "/"],
    ["Terms & Conditions", "/terms-and-conditions"],
    ["Privacy Policy", "/privacy-policy"],
    ["Explore Menu", "/menu"],
    ["Menu FAQ", "/faq"],
    ["+971 4 000 0000", "tel:+97140000000"],
    ["WhatsApp", "https://wa.me/971500000000"],
    ["Instagram", "https://instagram.example/sahn"],
    ["LinkedIn", "https://linkedin.example/sahn"],
  ]);
});

test("a contact without a value is not there", () => {
  show(page({ footer: "home" }));
  expect(screen.queryByText("Let's Talk")).toBeNull();
  expect(links()).toHaveLength(5);
});

test("the standard footer has year, payment icons, Privacy Policy, Terms & Conditions and Disclaimer", () => {
  show(page({}));
  const foot = screen.getByRole("contentinfo");
  expect(foot).toHaveTextContent(`© ${new Date().getFullYear()} Sahn`);
  expect(foot).toHaveTextContent("We accept");
  expect(within(foot).getByRole("img", { name: "Visa, Mastercard" })).toBeInTheDocument();
  expect(links()).toEqual([
    ["Privacy Policy", "/privacy-policy"],
    ["Terms & Conditions", "/terms-and-conditions"],
  ]);
  expect(disclaimer()).toHaveAttribute("href", "");
});

test("Apple Pay's mark is shown where the card page offers it, and nowhere else", () => {
  useConfig.setState({ apple_pay: true });
  show(page({}));
  expect(screen.getByRole("img", { name: "Visa, Mastercard, Apple Pay" })).toHaveTextContent("Apple");
  act(() => useConfig.setState({ apple_pay: false }));
  expect(screen.getByRole("img", { name: "Visa, Mastercard" })).not.toHaveTextContent("Apple");
});

test("Disclaimer leads nowhere: the page neither loads again nor changes", () => {
  show(page({}));
  expect(fireEvent.click(disclaimer()), "not stopped").toBe(false);
});

test("the promotional picture is everywhere but where meals are chosen", () => {
  const picture = () => document.querySelector("img.promo");
  const { unmount } = show(page({}));
  expect(picture()).toHaveAttribute("alt", "");
  unmount();
  show(page({ cart: true }));
  expect(screen.getByRole("contentinfo")).toBeInTheDocument();
  expect(picture()).toBeNull();
});

test("an unknown page has the standard footer, the sign-in page none", () => {
  const { unmount } = show();
  expect(disclaimer()).toBeInTheDocument();
  unmount();
  show(page({ footer: "none" }));
  expect(screen.queryByRole("contentinfo")).toBeNull();
});
