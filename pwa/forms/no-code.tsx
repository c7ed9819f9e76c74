import { loginWords } from "#pwa/i18n/login";
import { useConfig } from "#pwa/offline/config";
import { Icon } from "#pwa/ui/icon";

/** What to do when no code comes; on a developer's machine also where its mail is. */
export function NoCode() {
  const mailbox = useConfig((config) => config.mailbox_url);
  return (
    <div className="card pad row mt4 hint">
      <Icon name="info" />
      <div className="sm t2">
        <p>{loginWords.noCode}</p>
        {mailbox && (
          <a className="link u sm" href={mailbox} target="_blank" rel="noreferrer">
            {loginWords.mailbox}
          </a>
        )}
      </div>
    </div>
  );
}
