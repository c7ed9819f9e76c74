import { languageWords } from "#pwa/i18n/language";
import { otherLanguage, readIn } from "#pwa/shell/language";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

/** The other language's name in that language; a press shows the app in it. `row` is a line of a menu. */
export function LanguageSwitch({ row }: { row?: boolean }) {
  const change = async () => {
    if (!(await readIn(otherLanguage))) toasts.info(languageWords.needsNetwork);
  };
  return (
    <button type="button" className={row ? "li" : "link"} lang={languageWords.otherTag} onClick={() => void change()}>
      {row && <Icon name="globe" />}
      {languageWords.other}
    </button>
  );
}
