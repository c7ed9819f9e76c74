import { useState } from "react";
import { useNavigate } from "react-router";
import { toasts } from "#pwa/app/toast-store";
import { setDay } from "#pwa/draft/edit-day";
import { marksWords } from "#pwa/i18n/marks";
import type { Repeat } from "#pwa/order/repeat";

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
