import { Link } from "react-router";
import { bookWords } from "#pwa/i18n/book";
import { correctionsWords as words } from "#pwa/i18n/corrected";
import { dotted } from "#pwa/i18n/dotted";
import { foodName } from "#pwa/i18n/food";
import { joined } from "#pwa/i18n/joined";
import type { AllergenCorrection } from "#pwa/office/kitchen";
import { Listing } from "#pwa/office/listing";
import { sayDay, sayWhen } from "#pwa/office/say-when";
import type { Presence } from "#pwa/offline/wire";
import { useList } from "#pwa/online/use-answer";

/** Corrections of allergens on published menus, and who was told of each: of which lunch, when, and by which letter. */
export function Corrections() {
  const list = useList("/api/kitchen/corrections", {});
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      <div className="mt4">
        <Listing list={list} label={words.title} empty={{ title: words.none, text: words.noneText }}>
          {(one: AllergenCorrection) => <Correction key={one.id} one={one} />}
        </Listing>
      </div>
    </>
  );
}

const Correction = ({ one }: { one: AllergenCorrection }) => (
  <li className="li">
    <span className="grow">
      <b className="kname">{one.name}</b>
      <span className="sm kline">
        {joined(
          Object.entries(one.changed).map(
            ([name, is]) => `${foodName(name)}: ${bookWords.presence[is as Presence].toLowerCase()}`,
          ),
        )}
      </span>
      <span className="sm t2 kline">
        {dotted([words.week(sayDay(one.week)), words.lunches(one.lunches), words.by(one.operator, sayWhen(one.at))])}
      </span>
      {one.lunches > 0 && one.told.length === 0 && <span className="sm t2 kline">{words.nobody}</span>}
      {one.told.map((to) => (
        <span key={`${to.profile} ${to.date}`} className="sm kline">
          <bdi>
            <Link to={`/kitchen/people/${to.profile}`}>{to.person || words.erased}</Link>
          </bdi>
          {" · "}
          {dotted([
            sayDay(to.date),
            words.told(sayWhen(to.at)),
            to.sent ? words.sent(sayWhen(to.sent)) : words.waiting,
          ])}
          {to.letter && <span className="xs t3 kcode kline">{words.letter(to.letter)}</span>}
        </span>
      ))}
    </span>
  </li>
);
