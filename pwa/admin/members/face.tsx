import type { Member } from "#pwa/offline/wire";

const tints = ["mint", "apricot", "sky", "lilac", "blush", "butter", "sage"];

/** A member's initials on a colour of their own. Decorative: the name is beside it. */
export const Face = ({ member: { id, name } }: { member: Member }) => {
  const tint = tints[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tints.length];
  return (
    <span className="ava s" aria-hidden="true" style={{ background: `var(--tint-${tint})` }}>
      {name
        .split(/\s+/)
        .slice(0, 2)
        .map((part) => part[0]?.toUpperCase())
        .join("")}
    </span>
  );
};
