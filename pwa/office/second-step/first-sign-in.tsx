import { useState } from "react";
import { secondStepWords as words } from "#pwa/i18n/second-step";
import { finishEnrolment } from "#pwa/office/operator-session";
import { type Enrolment, FirstCode } from "#pwa/office/second-step/first-code";
import { Paper } from "#pwa/office/second-step/paper";

type Props = { email: string; enrolment: Enrolment; onBack: () => void };

/** An operator whose role needs an app sets it up, keeps the recovery codes, and is in. */
export function FirstSignIn({ email, enrolment, onBack }: Props) {
  const [done, setDone] = useState<Awaited<ReturnType<typeof finishEnrolment>>>();
  if (done) return <Paper codes={done.codes} onKept={async () => void (await done.enter())} />;
  const finish = async (code: string) => setDone(await finishEnrolment(email, code));
  return <FirstCode enrolment={enrolment} onCode={finish} onBack={onBack} why={words.needed} />;
}
