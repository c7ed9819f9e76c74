import type { Profile } from "#pwa/session";

/** The person's picture, or their initials. Decorative: the name stands beside it. */
export const Avatar = ({ profile, small }: { profile: Profile; small?: boolean }) =>
  profile.profile_picture ? (
    <img className={`ava${small ? " s" : ""}`} src={profile.profile_picture} alt="" width={40} height={40} />
  ) : (
    <span className={`ava${small ? " s" : ""}`} aria-hidden="true">
      {profile.name
        .split(/\s+/)
        .slice(0, 2)
        .map((part) => part[0]?.toUpperCase())
        .join("")}
    </span>
  );
