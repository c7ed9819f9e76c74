import { Link } from "react-router";
import { type LegalWords, legalWords } from "#pwa/i18n/legal";
import { withVat } from "#pwa/i18n/say";
import { Contact } from "#pwa/site/contact";
import "#pwa/site/site.css";

/** A text in parts, each to be reached by its hash, with its contents and how to reach us. */
export const LegalText = ({ words, vat = "" }: { words: LegalWords; vat?: string }) => (
  <article className="sitetext">
    <header>
      <h1 className="mt2">{words.title}</h1>
      <p className="sm t3 mt2">{words.changed}</p>
      {words.text.map((text) => (
        <p key={text} className="lead t2 mt4">
          {text}
        </p>
      ))}
    </header>
    <nav className="contents" aria-label={legalWords.contents}>
      <h2 className="cap">{legalWords.contents}</h2>
      <ol>
        {[...words.parts, { id: "contact", title: words.contact }].map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`}>{title}</Link>
          </li>
        ))}
      </ol>
    </nav>
    <div className="parts">
      {words.parts.map(({ id, title, text }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {text.map((some) =>
            typeof some === "string" ? (
              <p key={some}>{withVat(some, vat)}</p>
            ) : (
              <ul key={some[0]}>
                {some.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
      <section aria-labelledby="contact">
        <h2 id="contact">{words.contact}</h2>
        <p>{words.contactText}</p>
        <Contact />
        <p>
          <a className="link u" href="/licences.txt">
            {legalWords.licences}
          </a>
        </p>
      </section>
    </div>
  </article>
);
