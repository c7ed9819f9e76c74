import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wording } from "#pwa/employee/notifications/wording";
import { notificationsWords as arabicWords } from "#pwa/i18n/ar/notifications";
import { phoneWords as arabicPhone } from "#pwa/i18n/ar/phone";
import { notificationsWords as words } from "#pwa/i18n/notifications";
import { phoneWords as phone } from "#pwa/i18n/phone";

const versions: { version: number; en: object; ar: object }[] = JSON.parse(
  readFileSync(new URL("../../../server/push/wordings.json", import.meta.url), "utf8"),
);

test("a text that people choose by is a new version when it changes", () => {
  const shown = ({ title: _, text, turnOn, detail, detailHelp, kinds }: typeof words) => ({
    device: `${turnOn}. ${text}`,
    detail: `${detail}. ${detailHelp}`,
    ...Object.fromEntries(Object.entries(kinds).map(([kind, { label, help }]) => [kind, `${label}. ${help}`])),
  });
  const last = versions.at(-1);
  expect(last?.version).toBe(wording);
  const onPhone = ({ title, text }: typeof phone) => ({ whatsapp: `${title}. ${text}` });
  expect(last?.en).toEqual({ ...shown(words), link: expect.any(String), ...onPhone(phone) });
  expect(last?.ar).toEqual({ ...shown(arabicWords), link: expect.any(String), ...onPhone(arabicPhone) });
});
