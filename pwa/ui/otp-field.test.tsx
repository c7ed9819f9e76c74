import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { OtpField } from "#pwa/ui/otp-field";

function Code({ onComplete, error }: { onComplete?: (digits: string) => void; error?: string }) {
  const [value, setValue] = useState("");
  return <OtpField label="Your code" value={value} onChange={setValue} onComplete={onComplete} error={error} />;
}

test("it is one input that phones can fill in from the message", () => {
  render(<Code />);
  const input = screen.getByRole("textbox", { name: "Your code" });
  expect(input).toHaveAttribute("autocomplete", "one-time-code");
  expect(input).toHaveAttribute("inputmode", "numeric");
});

test("typed digits fill the boxes, letters do not, and the sixth completes it", async () => {
  const onComplete = vi.fn();
  const { container } = render(<Code onComplete={onComplete} />);
  await userEvent.type(screen.getByRole("textbox"), "40x7 12");
  expect(onComplete).not.toHaveBeenCalled();
  const boxes = [...container.querySelectorAll(".otp span")].map((box) => box.textContent);
  expect(boxes).toEqual([..."40712", ""]);
  await userEvent.type(screen.getByRole("textbox"), "3");
  expect(onComplete).toHaveBeenCalledExactlyOnceWith("407123");
});

test("a pasted code with spaces is understood", async () => {
  const onComplete = vi.fn();
  render(<Code onComplete={onComplete} />);
  await userEvent.click(screen.getByRole("textbox"));
  await userEvent.paste("Your code: 407 123");
  expect(onComplete).toHaveBeenCalledExactlyOnceWith("407123");
});

test("an error belongs to the input", () => {
  render(<Code error="This code is not right." />);
  const input = screen.getByRole("textbox");
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription("This code is not right.");
});
