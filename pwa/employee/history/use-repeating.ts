import { useState } from "react";
import { useNavigate } from "react-router";
import { setDay } from "#pwa/employee/choose/edit-day";
import type { Repeat } from "#pwa/employee/history/repeat";
import { marksWords } from "#pwa/i18n/marks";
import { toasts } from "#pwa/ui/toast-store";

/** Puts a repeated week into the draft and goes to its checkout: one tap. */
export function useRepeating() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const repeat = async ({ days }: Repeat, week: string) => {
    setBusy(true);
    try {
      for (const { date, items } of days) await setDay(date, items);
      navigate(`/checkout?week=${week}`);
    } catch {
      toasts.error(marksWords.notSaved, { text: marksWords.notSavedText });
      setBusy(false);
    }
  };
  return { busy, repeat };
}
