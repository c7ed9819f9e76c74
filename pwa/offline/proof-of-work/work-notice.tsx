import { useEffect, useState } from "react";
import { proofOfWorkWords as words } from "#pwa/i18n/proof-of-work";
import "#pwa/offline/proof-of-work/work-notice.css";

/**
 * Says that the device works and how far it is, 0 to 1. A screen reader hears what happens and each quarter of the way; the focus stays
 * where it is.
 */
export function WorkNotice({ done }: { done: number }) {
  // What is there from the start is not read out: the words come once the place for them is on the page.
  const [there, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  const percent = Math.floor(done * 100);
  const quarter = Math.floor(done * 4) * 25;
  return (
    <section className="work" aria-label={words.progress}>
      <div role="status">
        {there && done < 1 && (
          <>
            <b>{words.title}</b>
            <p>{words.text}</p>
          </>
        )}
        {there && done >= 1 && <b>{words.through}</b>}
      </div>
      <progress max={100} value={percent} aria-label={words.progress} />
      <p className="sr" role="status">
        {there && done < 1 && quarter > 0 && words.percent(quarter)}
      </p>
    </section>
  );
}
