import { languageWords } from "#pwa/i18n/language";
import { keepLanguage } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

/** The other language's name in that language; a press shows the app in it. `row` is a line of a menu, `brief` an icon on phones. */
export function LanguageSwitch({ row, brief }: { row?: boolean; brief?: boolean }) {
  const { other, otherTag } = languageWords;
  const change = async () => {
    const { readIn } = await import("#pwa/shell/language");
    const shown = await readIn(otherTag, () => {
      keepLanguage(otherTag);
      window.location.reload();
    });
    if (!shown) toasts.info(languageWords.needsNetwork);
  };
  if (brief) {
    return (
      <Button look="ghost" icon="globe" lang={otherTag} aria-label={other} onClick={() => void change()}>
        <span className="kwide">{other}</span>
      </Button>
    );
  }
  return (
    <button type="button" className={row ? "li" : "link"} lang={otherTag} onClick={() => void change()}>
      {row && <Icon name="globe" />}
      {other}
    </button>
  );
}
