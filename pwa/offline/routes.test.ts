import { expect, expectTypeOf, test } from "vitest";
import { call } from "#pwa/offline/server";
import type { Handoff, OwnCompany } from "#pwa/offline/wire";

// The compiler checks these; nothing is sent.
test("a call takes what its route takes and answers what its route answers", () => {
  const id = "01JP0000000000000000000000" as string;
  const calls = [
    () => call("GET", `/api/intent/${id}`).then(({ amount }) => expectTypeOf(amount).toEqualTypeOf<number>()),
    () => call("GET", `/api/company-reports?by=day`, undefined, { data: true }),
    () =>
      call("GET", "/api/company-profile", undefined, { data: true }).then((own) =>
        expectTypeOf(own).toEqualTypeOf<OwnCompany>(),
      ),
    () =>
      call("POST", "/api/handoff", {} as never).then(({ order }) =>
        expectTypeOf(order).toEqualTypeOf<Handoff["order"]>(),
      ),
    // @ts-expect-error there is no such route
    () => call("GET", "/api/intents"),
    // @ts-expect-error a parameter is one part of a path
    () => call("GET", `/api/intent/${id}/${id}`),
    // @ts-expect-error the route takes POST
    () => call("GET", "/api/handoff"),
    // @ts-expect-error a field has another name
    () => call("POST", "/api/login-otp", { mail: "a@b.example" }),
    // @ts-expect-error a body is an object
    () => call("POST", "/api/login-otp", 1),
    // @ts-expect-error an answer has no such field
    () => call("GET", `/api/intent/${id}`).then(({ total }) => total),
  ];
  expect(calls).toHaveLength(10);
});
