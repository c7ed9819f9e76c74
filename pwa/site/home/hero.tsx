import { homeWords } from "#pwa/i18n/home";
import { MealArt } from "#pwa/menu/meal-art";
import { kofta, poke, pumpkin } from "#pwa/menu/plates";
import { useVat } from "#pwa/offline/config";
import { useSession } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";

/** The promise, the one thing to do, and lunch. */
export function Hero() {
  const signedIn = useSession((session) => session.signedIn);
  return (
    <section className="hero">
      <div className="inner">
        <div className="say">
          <h1>{homeWords.title}</h1>
          <p className="lead">{homeWords.text}</p>
          <div className="go">
            <Button look="hello" size="lg" to={signedIn ? "/dashboard/home" : "/subscription"}>
              {signedIn ? homeWords.myLunches : homeWords.register}
            </Button>
            <Button size="lg" className="glass" to="/menu">
              {homeWords.seeMenu}
            </Button>
          </div>
          <p className="sm small">{homeWords.small(useVat())}</p>
        </div>
        <div className="plates3">
          <MealArt art={poke} look="bare" inline />
          <MealArt art={kofta} look="bare" inline />
          <MealArt art={pumpkin} look="bare" inline />
        </div>
      </div>
    </section>
  );
}
