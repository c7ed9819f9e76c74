import { painted } from "#pwa/ui/painted";

type Detail = "full" | "thumb";
type Job = { key: string; recipe: Record<string, unknown>; detail: Detail; done: (url: string) => void };

const urls = new Map<string, string>();
const waiting = new Map<string, Promise<string>>();
const jobs: Job[] = [];
let working = false;

/** The drawing code, which loads only when the first picture is wanted and the page around it is to be seen. */
export const engine = async () => {
  await painted();
  return import("#pwa/menu/art/meal-svg");
};

const frame = 8;
const whenIdle = (work: (left: () => number) => void) => {
  if (typeof requestIdleCallback === "function") {
    requestIdleCallback((idle) => work(() => idle.timeRemaining()), { timeout: 300 });
    return;
  }
  setTimeout(() => {
    const start = performance.now();
    work(() => frame - (performance.now() - start));
  });
};

// A few pictures in each idle moment, so that a list of sixty never holds up a finger.
async function work() {
  working = true;
  const { mealArt } = await engine();
  const some = (left: () => number) => {
    do {
      const job = jobs.shift();
      if (!job) break;
      const svg = mealArt(job.recipe, { detail: job.detail });
      const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      urls.set(job.key, url);
      waiting.delete(job.key);
      job.done(url);
    } while (left() > 2);
    if (jobs.length > 0) whenIdle(some);
    else working = false;
  };
  whenIdle(some);
}

/** What a picture is kept under: the same recipe is drawn once per detail. */
export const pictureKey = (recipe: Record<string, unknown>, detail: Detail) => detail + JSON.stringify(recipe);

/** The address of a picture that has been drawn already. */
export const drawn = (key: string) => urls.get(key);

/** Draws a picture when there is time and gives its address. Refused only when the drawing code cannot be loaded. */
export function picture(recipe: Record<string, unknown>, detail: Detail): Promise<string> {
  const key = pictureKey(recipe, detail);
  const url = urls.get(key);
  if (url) return Promise.resolve(url);
  const asked = waiting.get(key);
  if (asked) return asked;
  const promise = new Promise<string>((done, failed) => {
    jobs.push({ key, recipe, detail, done });
    if (!working)
      work().catch((error: unknown) => {
        working = false;
        jobs.length = 0;
        waiting.clear();
        failed(error);
      });
  });
  waiting.set(key, promise);
  return promise;
}
