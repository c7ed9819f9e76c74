import { expect, test } from "vitest";
import { sentences, serverSentence } from "#pwa/i18n/ar/server-sentences";
import { errorsWords } from "#pwa/i18n/errors";
import { inAppLanguage } from "#pwa/offline/in-app-language";

test("who reads Arabic is told in Arabic what is wrong with a form, and nothing in English", () => {
  const errors = {
    email: ["The email field is required."],
    people: ["This plan is for 25 people or more."],
    other: ["Nobody has translated this."],
  };
  expect(
    inAppLanguage({ message: "The email field is required. (and 2 more errors)", errors }, serverSentence),
  ).toEqual({
    message: "هذه الخانة مطلوبة.",
    errors: {
      email: ["هذه الخانة مطلوبة."],
      people: ["هذه الباقة لعدد \u206625\u2069 أو أكثر."],
      other: [errorsWords.invalid],
    },
  });
  expect(inAppLanguage({ message: "Nobody has translated this." }, serverSentence).message).toBeUndefined();
});

test("every sentence finds its own Arabic, and none that is more general", () => {
  const plain = (arabic = "") => arabic.replaceAll(/\{\d\}|\u2066x\u2069/g, "#");
  const wrong = Object.entries(sentences).filter(
    ([shape, arabic]) => plain(serverSentence(shape.replaceAll("%s", "x"))) !== plain(arabic),
  );
  expect(wrong).toEqual([]);
});
