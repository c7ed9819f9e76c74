import { useState } from "react";
import type { Profile } from "#pwa/offline/session";

/** The person's picture, or their initials without one or when it does not load. Decorative: the name is beside it. */
export function Avatar({ profile, small }: { profile: Profile; small?: boolean }) {
  const [missing, setMissing] = useState<string>();
  const picture = profile.profile_picture;
  const look = `ava${small ? " s" : ""}`;
  if (picture && picture !== missing)
    return <img className={look} src={picture} alt="" width={40} height={40} onError={() => setMissing(picture)} />;
  return (
    <span className={look} aria-hidden="true">
      {profile.name
        .split(/\s+/)
        .slice(0, 2)
        .map((part) => part[0]?.toUpperCase())
        .join("")}
    </span>
  );
}
