import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { faqWords, type Question } from "#pwa/i18n/faq";
import { withVat } from "#pwa/i18n/say";
import { useVat } from "#pwa/offline/config";
import { Contact } from "#pwa/site/contact";
import { Icon } from "#pwa/ui/icon";
import "#pwa/site/site.css";

/** Short answers, each to be reached by its hash. */
export const FaqPage = () => (
  <div className="sitetext faq">
    <header>
      <h1 className="mt2">{faqWords.title}</h1>
      <p className="lead t2 mt2">{faqWords.text}</p>
    </header>
    <div className="parts">
      {faqWords.groups.map(({ title, questions }) => (
        <section key={title}>
          <h2>{title}</h2>
          <div className="card list mt3">
            {questions.map((question) => (
              <Answer key={question.id} {...question} />
            ))}
          </div>
        </section>
      ))}
      <section>
        <h2>{faqWords.more}</h2>
        <p className="t2 mt2">{faqWords.moreText}</p>
        <Contact />
      </section>
    </div>
  </div>
);

function Answer({ id, ask, answer }: Question) {
  const { hash, key } = useLocation();
  const vat = useVat();
  const box = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again opens it again
  useEffect(() => {
    if (hash === `#${id}` && box.current) box.current.open = true;
  }, [hash, key, id]);
  return (
    <details ref={box}>
      <summary id={id}>
        <span className="grow">{ask}</span>
        <Icon name="down" size="s" />
      </summary>
      <p className="t2">{withVat(answer, vat)}</p>
    </details>
  );
}
