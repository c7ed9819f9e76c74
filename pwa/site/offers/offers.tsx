import { formatAed } from "#pwa/i18n/amounts";
import { offersWords } from "#pwa/i18n/offers";
import { PromoPicture } from "#pwa/menu/promo-picture";
import { useConfig, useVat } from "#pwa/offline/config";
import { useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { inWindow } from "#pwa/rules/week/window";
import { Button } from "#pwa/ui/button";
import { SplitBar } from "#pwa/ui/split-bar";
import "#pwa/site/offers/offers.css";

/** What the season offers, and what a lunch costs a team. */
export const Offers = () => (
  <div className="band offers">
    <Promotion />
    <TeamCost />
  </div>
);

/** The promotional picture with its banner, shown in the same time window as the hello bar. */
function Promotion() {
  const { hello_from, hello_until } = useConfig();
  const now = useServerNow();
  const signedIn = useSession((session) => session.signedIn);
  if (!inWindow(hello_from, hello_until, now)) return null;
  return (
    <section className="promotion" aria-labelledby="promotion">
      <PromoPicture />
      <div className="row wrap between">
        <h2 id="promotion">{offersWords.promoted}</h2>
        <Button look="hello" to={signedIn ? "/dashboard/home" : "/menu"} after="arrow">
          {offersWords.taste}
        </Button>
      </div>
    </section>
  );
}

/** An example in fils: the menu's average price, the price after the plan's discount, and a typical company share. */
export const example = { menu: 4700, percent: 25, price: 3530, share: 2000 };

/** An amount that does not break at the end of a line. */
const whole = (fils: number) => formatAed(fils).replaceAll(" ", "\u00a0");

function TeamCost() {
  const { menu, price, share } = example;
  return (
    <section className="card teamcost" aria-labelledby="teamcost">
      <h2 id="teamcost">{offersWords.team}</h2>
      <p className="t2 mt2">{offersWords.teamText(whole(menu), whole(price), whole(share), useVat())}</p>
      <div className="mt4">
        <SplitBar
          legend
          parts={[
            { kind: "discount", label: offersWords.discount, fils: menu - price },
            { kind: "company", label: offersWords.company, fils: share },
            { kind: "you", label: offersWords.employee, fils: price - share },
          ]}
        />
      </div>
      <Button look="pri" full className="mt6" to="/subscription" after="arrow">
        {offersWords.plans}
      </Button>
    </section>
  );
}
