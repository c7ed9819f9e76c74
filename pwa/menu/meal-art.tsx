import { useEffect, useId, useMemo, useState } from "react";
import { mealTint } from "#pwa/menu/meal-tint";
import { drawn, engine, picture, pictureKey } from "#pwa/menu/pictures";
import { apiUrl } from "#pwa/offline/api-url";

type Props = {
  /** The picture recipe of a meal, as the menu carries it. */
  art: Record<string, unknown>;
  /** Empty when the meal's name is beside it. */
  alt?: string;
  /** thumb at 80 px and less. */
  detail?: "full" | "thumb";
  /** round: a plate's disc · bare: no table · crop: large, cut off · dim: not to be had. Sizes come from the parent. */
  look?: "round" | "bare" | "crop" | "dim" | "round dim";
  /** Puts the drawing itself into the page instead of an image: for the one large picture of a screen. */
  inline?: boolean;
};

/** A meal seen from above. The table's colour is there at once; the drawing follows when the browser has time for it. */
export function MealArt({ art, alt = "", detail = "full", look, inline }: Props) {
  const tint = useMemo(() => mealTint(art), [art]);
  const [lost, setLost] = useState<unknown>();
  const className = `art t-${tint}${look ? ` ${look}` : ""}`;
  const { photo } = art;
  // Offline, a photo that was never loaded is replaced by a drawn plate until there is a connection.
  useEffect(() => {
    if (!lost) return;
    const back = () => setLost(undefined);
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, [lost]);
  if (typeof photo === "string" && photo !== lost)
    return (
      <span className={className}>
        <img className="photo" src={apiUrl(`/api/menu/photo/${photo}`)} alt={alt} onError={() => setLost(photo)} />
      </span>
    );
  return inline ? (
    <Inline art={art} alt={alt} className={className} />
  ) : (
    <Image art={art} alt={alt} detail={detail} className={className} />
  );
}

type Drawing = { art: Props["art"]; alt: string; className: string };

function Image({ art, alt, detail, className }: Drawing & { detail: "full" | "thumb" }) {
  const key = useMemo(() => pictureKey(art, detail), [art, detail]);
  const [, redraw] = useState(0);
  const url = drawn(key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the recipe and the detail
  useEffect(() => {
    if (drawn(key)) return;
    let here = true;
    picture(art, detail).then(
      () => here && redraw((n) => n + 1),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [key]);

  if (!url) return <span className={className} {...(alt ? { role: "img", "aria-label": alt } : {})} />;
  return (
    <span className={className}>
      <img src={url} alt={alt} draggable={false} decoding="async" />
    </span>
  );
}

function Inline({ art, alt, className }: Drawing) {
  const uid = useId().replace(/\W/g, "");
  const [svg, setSvg] = useState("");
  useEffect(() => {
    let here = true;
    engine().then(
      ({ mealArt }) => here && setSvg(mealArt(art, { uid, title: alt || undefined })),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [art, alt, uid]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here, from a recipe of which every word was checked
  return <span className={className} dangerouslySetInnerHTML={{ __html: svg }} />;
}
