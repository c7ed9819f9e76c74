import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { useSession } from "#pwa/offline/session";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { mariam } from "#pwa/testing/sample";
import { reply, siteOf } from "#pwa/testing/site";

const open = (at: string) => openAt(at, { "/kitchen/*": <KitchenPage /> });
const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-000${n}`);
const uri = "otpauth://totp/Sahn%20Kitchen:sara@sahn.example?secret=JBSWY3DPEHPK3PXP";

test("who has an app types its code, or one on paper, and begins again when the code is closed", async () => {
  const site = siteOf();
  site.on["POST /api/kitchen/login"] = reply({ data: { by: "app" } });
  site.on["POST /api/kitchen/verify"] = reply({ errors: { otp: ["Wait until your app shows the next one."] } }, 422);
  useSession.setState({ profile: null, signedIn: false, locked: null });
  open("/kitchen/login");
  await userEvent.type(await screen.findByLabelText("Email"), "sara@sahn.example");
  await userEvent.type(screen.getByLabelText("Password"), "the password");
  await press("Go on");
  await screen.findByRole("heading", { name: words.signInTitle });
  await userEvent.type(screen.getByLabelText("Your code"), "123456");
  await screen.findByText("Wait until your app shows the next one.");
  await press(words.usePaper);
  site.on["POST /api/kitchen/verify"] = reply({ reason: "code_locked", message: "closed" }, 422);
  await userEvent.type(await screen.findByLabelText(words.paperLabel), codes[0] ?? "");
  await press("Continue");
  await screen.findByText(words.again);
  expect(site.sent("POST", "/api/kitchen/verify")).toEqual(
    ["123456", codes[0]].map((otp) => ({ email: "sara@sahn.example", otp })),
  );
  await press(words.beginAgain);
  await screen.findByLabelText("Password");
});

test("who needs an app sets it up by a start code and a mailed one, and is in once the recovery codes are kept", async () => {
  const site = siteOf();
  const sara = { ...mariam, client_type: "Operator", operator_role: "manager", second_step: "on" };
  site.on["POST /api/kitchen/login"] = reply({ data: { by: "enrol" } });
  const wrong = "That start code is not right. The manager who added you can make a new one.";
  site.on["POST /api/kitchen/enrol"] = reply({ reason: "start_code", message: wrong, errors: { start: [wrong] } }, 422);
  site.on["POST /api/kitchen/enrol/confirm"] = reply({ errors: { otp: ["That code is not right."] } }, 422);
  site.on["GET /api/kitchen/people"] = reply({ data: [], next: "" });
  useSession.setState({ profile: null, signedIn: false, locked: null });
  open("/kitchen/people");
  await userEvent.type(await screen.findByLabelText("Email"), "sara@sahn.example");
  await userEvent.type(screen.getByLabelText("Password"), "the password");
  await press("Go on");
  await screen.findByRole("heading", { name: words.startTitle });
  await press("Continue");
  await screen.findByText(words.startMissing);
  await userEvent.type(screen.getByLabelText(words.startLabel), "aaaa");
  await press("Continue");
  await userEvent.type(await screen.findByLabelText("Your code"), "123456");
  await screen.findByText(wrong);
  site.on["POST /api/kitchen/enrol"] = reply({ data: { secret: "JBSWY3DPEHPK3PXP", uri } });
  await userEvent.type(screen.getByLabelText(words.startLabel), " aaaa-bbbb-cccc-dddd ");
  expect(screen.queryByText(wrong)).toBeNull();
  await press("Continue");
  await userEvent.type(await screen.findByLabelText("Your code"), "123456");
  await screen.findByText("JBSW Y3DP EHPK 3PXP");
  expect(site.sent("POST", "/api/kitchen/enrol").map((sent) => (sent as { start: string }).start)).toEqual([
    "aaaa",
    "aaaa-bbbb-cccc-dddd",
  ]);
  screen.getByText(words.needed, { exact: false });
  screen.getByRole("img", { name: words.square });
  await userEvent.type(screen.getByLabelText(words.firstCode), "654321");
  await press(words.finish);
  await screen.findByText("That code is not right.");
  site.on["POST /api/kitchen/enrol/confirm"] = reply({ data: { profile: sara, codes } }, 201);
  await press(words.finish);
  await screen.findByRole("heading", { name: words.paperTitle });
  expect(within(screen.getByRole("main")).getAllByRole("listitem")).toHaveLength(10);
  expect(useSession.getState().profile).toBeNull();
  await press(words.kept);
  await screen.findByRole("heading", { level: 1, name: "People" });
  expect(site.sent("POST", "/api/kitchen/enrol/confirm")[1]).toEqual({ email: "sara@sahn.example", otp: "654321" });
  expect(site.sent("POST", "/api/kitchen/verify")).toEqual([]);
});

test("an operator who may sets up an app of their own accord", async () => {
  const site = await signInOperator("kitchen");
  site.on["GET /api/kitchen/second-step"] = reply({ data: { state: "offered", since: null, recovery_left: 0 } });
  site.on["POST /api/kitchen/second-step"] = reply({ data: { secret: "JBSWY3DPEHPK3PXP", uri } });
  site.on["POST /api/kitchen/second-step/confirm"] = reply({ data: { codes } });
  site.on["GET /api/get-profile"] = reply({ data: useSession.getState().profile });
  open("/kitchen/second-step");
  await screen.findByText(words.offered);
  await userEvent.type(screen.getByLabelText(words.password), "the password");
  await press(words.begin);
  await userEvent.type(await screen.findByLabelText(words.firstCode), "123456");
  await press(words.finish);
  await screen.findByRole("heading", { name: words.paperTitle });
  site.on["GET /api/kitchen/second-step"] = reply({
    data: { state: "on", since: "2026-11-23T06:00:00Z", recovery_left: 10 },
  });
  await press(words.kept);
  await screen.findByText(words.left(10), { exact: false });
});

test("a manager resets the second step of another, not their own", async () => {
  const site = await signInOperator("manager");
  const own = useSession.getState().profile?.id ?? "";
  const row = { email: mariam.email, role: "manager", status: "Active", used_at: null, factor: true, starts: false };
  const staff = [
    { ...row, id: own, name: "Sara" },
    { ...row, id: "P2", name: "Huda" },
  ];
  site.on["GET /api/kitchen/staff"] = reply({ data: staff });
  site.on["DELETE /api/kitchen/staff/P2/second-step"] = reply({ data: {} });
  open("/kitchen/operators");
  const [mine, other] = await screen.findAllByRole("button", { name: "Change" });
  await userEvent.click(mine as HTMLElement);
  await screen.findByRole("dialog");
  expect(screen.queryByRole("button", { name: "Reset the second step" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(other as HTMLElement);
  await press("Reset the second step");
  await screen.findByText(/the next sign-in needs the password and a mailed code/);
  await press("Reset the second step");
  await screen.findByText("Huda can set up an app again");
});

test("a manager sees the start code of somebody whom they add once, and makes a new one when it is lost", async () => {
  const site = await signInOperator("manager");
  site.on["GET /api/kitchen/staff"] = reply({ data: [] });
  site.on["POST /api/kitchen/staff"] = reply({ data: { start_code: "aaaa-bbbb-cccc-dddd" } }, 201);
  site.on["DELETE /api/kitchen/staff/P2/second-step"] = reply({ data: { start_code: "eeee-ffff-gggg-hhhh" } });
  open("/kitchen/operators");
  await press("Add an operator");
  await userEvent.type(await screen.findByLabelText("Full name"), "Huda");
  await userEvent.type(screen.getByLabelText("Email"), "huda@sahn.example");
  const huda = {
    id: "P2",
    name: "Huda",
    email: "huda@sahn.example",
    role: "manager",
    status: "Invited",
    used_at: null,
  };
  site.on["GET /api/kitchen/staff"] = reply({ data: [{ ...huda, factor: false, starts: true }] });
  await press("Add");
  within(await screen.findByRole("dialog", { name: "Start code for Huda" })).getByText("aaaa-bbbb-cccc-dddd");
  await press("I have noted it");
  expect(screen.queryByText("aaaa-bbbb-cccc-dddd")).toBeNull();
  await press("Change");
  await press("Make a new start code");
  await screen.findByText(/The one before stops working/);
  await press("Make a new start code");
  await screen.findByText("eeee-ffff-gggg-hhhh");
});
