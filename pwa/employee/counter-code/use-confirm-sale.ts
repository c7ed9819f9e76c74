import { useCallback, useEffect, useRef, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { payWords } from "#pwa/i18n/counter";
import { errorsWords } from "#pwa/i18n/errors";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { useSession } from "#pwa/offline/session";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CounterConfirm } from "#pwa/offline/wire";

/** How often the server is asked whether a till asks something, ms. */
const every = 2000;

/** What a till asks the person to confirm, while the page with their code is open, and what became of it. */
export function useConfirmSale(onAnswered: () => void) {
  const profile = useSession((session) => session.profile?.id);
  const [question, setQuestion] = useState<CounterConfirm>();
  const [said, setSaid] = useState<string>();
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<"yes" | "no">();
  const answered = useRef<string>(undefined);

  const look = useCallback(async () => {
    if (document.visibilityState !== "visible") return;
    const found = await call("GET", "/api/pos-confirm", undefined, { toast: false, as: profile }).catch(
      () => undefined,
    );
    setQuestion((before) => {
      const now = found ? found.question : before;
      return now && now.id !== answered.current && Date.parse(now.expires_at) > serverNow()
        ? sameOr(before, now)
        : undefined;
    });
  }, [profile]);
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), every);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [look]);
  useEffect(() => {
    if (!question) return;
    setSaid(undefined);
    setError(undefined);
  }, [question]);

  const answer = async (yes: boolean) => {
    if (!question || sending) return;
    const { id, amount } = question;
    setSending(yes ? "yes" : "no");
    setError(undefined);
    const over = (sentence: string) => {
      answered.current = id;
      setQuestion(undefined);
      setSaid(sentence);
      onAnswered();
    };
    try {
      await call("POST", "/api/pos-confirm", { id, amount, yes }, { toast: false, as: profile });
      over(yes ? payWords.confirmed(formatAed(amount)) : payWords.declined);
    } catch (cause) {
      if (cause instanceof Fault && cause.reason === "asked_no_more") over(sentenceFor(cause));
      else setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
    setSending(undefined);
  };
  return { question, said, error, sending, answer };
}

/** The question that is shown already, as long as it is the same. */
const sameOr = (before: CounterConfirm | undefined, now: CounterConfirm) => (before?.id === now.id ? before : now);
