import { homeWords } from "#pwa/i18n/home";
import { MealArt } from "#pwa/menu/meal-art";
import { useSession } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";

// Three plates that need no menu, so that the first look is never empty.
const poke = {
  id: "poke",
  layout: "bowl",
  plate: "ink",
  base: "brown-rice",
  protein: ["salmon-cubes"],
  veg: ["edamame", "avocado", "mango", "red-cabbage"],
  sauce: "spicy-mayo",
  garnish: ["mixed-sesame"],
  show: 0.45,
};
const kofta = {
  id: "kofta",
  layout: "plate",
  plate: "sky",
  base: "saffron-rice",
  protein: ["kofta"],
  veg: ["zucchini", "tomato"],
  sauce: "tahini",
  garnish: ["pine-nuts", "parsley"],
};
const pumpkin = {
  id: "pumpkin",
  layout: "soup",
  plate: "sage",
  pool: "pumpkin",
  sauce: "cream",
  veg: ["sweet-potato"],
  bread: 1,
  garnish: ["seeds", "micro"],
};

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
          <p className="sm small">{homeWords.small}</p>
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
