import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { sellerWords as words } from "#pwa/i18n/kitchen-settings";
import { EditSeller } from "#pwa/office/settings/edit-seller";
import { signInOperator } from "#pwa/testing/kitchen";
import { press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

test("who sells is saved with its account as lines, and a refusal keeps what was typed", async () => {
  const site = await signInOperator("manager");
  const path = "/api/kitchen/settings/seller";
  const seller = {
    name: "Sahn Meals LLC",
    trn: "100000000000003",
    address: "Dubai",
    bank: "Example Bank\nSahn Meals LLC\nIBAN AE07 0331 2345 6789 0123 456",
    email: "",
  };
  const saved = vi.fn();
  render(<EditSeller seller={seller} version={4} onSaved={saved} />);
  const iban = screen.getByLabelText(/IBAN/);
  expect(iban).toHaveValue("AE07 0331 2345 6789 0123 456");
  expect(screen.getByLabelText(/Account name/)).toHaveValue("Sahn Meals LLC");
  await userEvent.type(iban, "7");
  site.on[`PUT ${path}`] = reply(
    { message: "", errors: { bank: ["The bank field has an IBAN with a typing mistake."] } },
    422,
  );
  await press("Save");
  await waitFor(() => expect(iban).toBeInvalid());
  site.on[`PUT ${path}`] = reply({ message: "", reason: "seller_changed" }, 409);
  await userEvent.type(iban, "{Backspace}");
  await userEvent.type(screen.getByLabelText(/Phone/), "+971 4 000 0000");
  await press("Save");
  await screen.findByText(words.changed);
  expect(screen.getByLabelText(/Phone/)).toHaveValue("+971 4 000 0000");
  site.on[`PUT ${path}`] = reply({});
  await press("Save");
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(site.sent("PUT", path).at(-1)).toEqual({ ...seller, phone: "+971 4 000 0000", seen: 4 });
});
