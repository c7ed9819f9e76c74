import { contactWords } from "#pwa/i18n/contact";
import { chatLink, phoneLink, useConfig } from "#pwa/offline/config";
import { Icon } from "#pwa/ui/icon";

/** Lists the configured ways to reach the operator; without any, it names e-mail. */
export function Contact() {
  const { phone, whatsapp } = useConfig();
  if (!phone && !whatsapp) return <p className="mt2">{contactWords.byMail}</p>;
  return (
    <ul className="contact mt2">
      {phone && (
        <li>
          <a className="link" href={phoneLink(phone)} aria-label={`${contactWords.phone} ${phone}`}>
            <Icon name="phone" size="s" />
            <span dir="ltr">{phone}</span>
          </a>
        </li>
      )}
      {whatsapp && (
        <li>
          <a className="link" href={chatLink(whatsapp)} target="_blank" rel="noreferrer">
            <Icon name="chat" size="s" />
            {contactWords.whatsapp}
          </a>
        </li>
      )}
    </ul>
  );
}
