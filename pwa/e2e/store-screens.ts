// The pictures of the app that a browser shows before it installs it: the real app with the demo's data.
import { threeLunches } from "#pwa/e2e/at-checkout";
import { signIn } from "#pwa/e2e/sign-in";
import { startSahn } from "#pwa/e2e/start-sahn";
import { photoPhone, takePicture } from "#pwa/e2e/take-picture";

const mariam = "mariam@harbourline.example";
const folder = "pwa/public/screens";
const most = 60_000;
const looks = [
  { form: "narrow", width: 390, height: 844, scale: 2, screens: ["week", "meals", "checkout"] },
  { form: "wide", width: 1280, height: 800, scale: 1, screens: ["week", "meals"] },
];

/** Takes them all anew. */
export async function storeScreens(): Promise<void> {
  const sahn = await startSahn("screens");
  const paid = await threeLunches(sahn, mariam);
  await paid.desk.buy(paid.dates);
  const next = await threeLunches(sahn, mariam);
  const paths: Record<string, string> = {
    week: `/dashboard/home?week=${paid.week}`,
    meals: `/mealselection?day=${next.dates[0]}`,
    checkout: `/checkout?week=${next.week}`,
  };
  try {
    for (const { form, width, height, scale, screens } of looks) {
      const phone = await photoPhone(`store-${form}`, { width, height, scale });
      await signIn(sahn, phone, mariam);
      for (const name of screens) {
        await phone.page.goto(`${sahn.url}${paths[name]}`);
        await takePicture(phone, `${folder}/${form}-${name}.webp`, most);
      }
      await phone.end();
    }
  } finally {
    await sahn.end();
  }
}
