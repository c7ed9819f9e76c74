import { useNavigate } from "react-router";
import { headerWords } from "#pwa/i18n/app";
import { Icon } from "#pwa/ui/icon";

/** Goes back in the history; who came here by a link from outside goes to `otherwise`. */
export function BackButton({ otherwise }: { otherwise: string }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="backbtn"
      aria-label={headerWords.back}
      onClick={() => (window.history.state?.idx > 0 ? navigate(-1) : navigate(otherwise))}
    >
      <Icon name="back" flip />
      <span>{headerWords.back}</span>
    </button>
  );
}
