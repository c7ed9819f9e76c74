import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { faqWords } from "#pwa/i18n/faq";
import { legalWords } from "#pwa/i18n/legal";
import { useConfig } from "#pwa/offline/config";
import { FaqPage } from "#pwa/site/faq-page";
import { PrivacyPage } from "#pwa/site/privacy-page";
import { TermsPage } from "#pwa/site/terms-page";
import { leadsTo, openAt } from "#pwa/testing/open-at";

beforeEach(() => useConfig.setState(useConfig.getInitialState(), true));

const open = (Page: () => React.JSX.Element, at = "/") => openAt(at, { "*": <Page /> });
const box = (question: string) => screen.getByText(question).closest("details") as HTMLDetailsElement;

test.each([
  ["Privacy Policy", PrivacyPage],
  ["Terms & Conditions", TermsPage],
])("every line of the contents of %s leads to its part", (title, Page) => {
  open(Page);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  const contents = within(screen.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
  const parts = screen.getAllByRole("heading", { level: 2 }).filter(({ id }) => id);
  expect(contents.map((link) => link.getAttribute("href"))).toEqual(parts.map(({ id }) => `/#${id}`));
  expect(contents.map((link) => link.textContent)).toEqual(parts.map((part) => part.textContent));
  expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
  expect(parts.length).toBeGreaterThan(10);
  expect(screen.getByRole("link", { name: legalWords.licences })).toHaveAttribute("href", "/licences.txt");
});

test("the privacy policy names the law, its articles and who hears complaints", () => {
  open(PrivacyPage);
  const said = document.body.textContent ?? "";
  for (const name of ["Federal Decree-Law No. 45 of 2021", "Articles 13 to 18", "Article 9", "UAE Data Office"])
    expect(said).toContain(name);
});

test("how to reach us is what is set up", async () => {
  useConfig.setState({ phone: "+971 4 000 0000", whatsapp: "+971 50 000 0000" });
  open(PrivacyPage);
  await leadsTo("Phone +971 4 000 0000", "tel:+97140000000");
  await leadsTo("WhatsApp", "https://wa.me/971500000000");
});

test("with nothing set up, it is our own email", () => {
  open(TermsPage);
  expect(screen.getByText("Answer any email that came from us.")).toBeInTheDocument();
});

test("an answer opens when its question is pressed", async () => {
  open(FaqPage);
  const question = "How do you mark allergens?";
  expect(box(question).open).toBe(false);
  await userEvent.click(screen.getByText(question));
  expect(box(question).open).toBe(true);
});

test("a link to a question opens that answer and no other", () => {
  open(FaqPage, "/faq#until");
  expect([...document.querySelectorAll("details[open]")]).toEqual([box("Until when can I order or change a day?")]);
});

test("every question has a link of its own", () => {
  const ids = faqWords.groups.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  open(FaqPage);
  for (const id of ids) expect(document.getElementById(id)?.tagName).toBe("SUMMARY");
});
