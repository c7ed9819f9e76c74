import { Link } from "react-router";
import { appWords } from "#pwa/i18n/app";
import { product } from "#pwa/i18n/say";

/** The plate with one free place. On dark ground it turns its colours round. */
export const Mark = ({ light }: { light?: boolean }) => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="16" fill={light ? "var(--on-hello)" : "var(--brand)"} />
    <circle
      cx="16"
      cy="16"
      r="9.6"
      fill="none"
      stroke={light ? "var(--hello)" : "var(--on-brand)"}
      strokeWidth="2.6"
      strokeDasharray="46 60"
      transform="rotate(-38 16 16)"
      strokeLinecap="round"
    />
    <circle cx="23.3" cy="9.2" r="3.3" fill="var(--accent)" />
  </svg>
);

export const Logo = ({ light }: { light?: boolean }) => (
  <Link to="/" className="logo" aria-label={appWords.homeLink}>
    <Mark light={light} />
    {product.toLowerCase()}
  </Link>
);
