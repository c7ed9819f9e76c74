import { Link } from "react-router";
import type { Page } from "#pwa/app/page";
import { appWords } from "#pwa/i18n/app";
import { footerWords } from "#pwa/i18n/footer";
import { PromoPicture } from "#pwa/menu/promo-picture";
import { chatLink, phoneLink, useConfig } from "#pwa/offline/config";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import { Icon } from "#pwa/ui/icon";
import { Logo } from "#pwa/ui/logo";

/** Draws the standard or the home footer; the sign-in page has none. A contact whose value is not configured is left out. */
export function Footer({ page }: { page?: Page }) {
  const kind = page ? page.footer : "standard";
  if (kind === "none") return null;
  return (
    <footer className={`sitefoot ${kind}`}>
      {kind === "home" ? <Groups /> : <Legal promo={!page?.cart} />}
      <div className="row wrap between base">
        <span className="row g3">
          <span className="xs">{footerWords.copyright(new Date().getFullYear())}</span>
          <LanguageSwitch />
        </span>
        <Accepted />
      </div>
    </footer>
  );
}

function Groups() {
  const { phone, whatsapp, instagram, linkedin } = useConfig();
  return (
    <div className="groups">
      <div>
        <Logo light />
        <p className="sm mt3 promise">{appWords.promise}</p>
      </div>
      <div>
        <h2>{footerWords.company}</h2>
        <Link className="fl" to="/terms-and-conditions">
          {footerWords.terms}
        </Link>
        <Link className="fl" to="/privacy-policy">
          {footerWords.privacy}
        </Link>
      </div>
      <div>
        <h2>{footerWords.menu}</h2>
        <Link className="fl" to="/menu">
          {footerWords.explore}
        </Link>
        <Link className="fl" to="/faq">
          {footerWords.faq}
        </Link>
      </div>
      {(phone || whatsapp || instagram || linkedin) && (
        <div>
          <h2>{footerWords.talk}</h2>
          {phone && (
            <a className="fl" href={phoneLink(phone)}>
              <Icon name="phone" size="s" />
              <span dir="ltr">{phone}</span>
            </a>
          )}
          {whatsapp && (
            <a className="fl" href={chatLink(whatsapp)} target="_blank" rel="noreferrer">
              <Icon name="chat" size="s" />
              {footerWords.whatsapp}
            </a>
          )}
          {(instagram || linkedin) && (
            <>
              <h3 className="mt3">{footerWords.social}</h3>
              <div className="row g1 social">
                {instagram && (
                  <a className="iconbtn" href={instagram} aria-label={footerWords.instagram} rel="noreferrer">
                    <Icon name="insta" />
                  </a>
                )}
                {linkedin && (
                  <a className="iconbtn" href={linkedin} aria-label={footerWords.linkedin} rel="noreferrer">
                    <Icon name="linkedin" />
                  </a>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </div>
  );
}

const Legal = ({ promo }: { promo: boolean }) => (
  <>
    {promo && <PromoPicture />}
    <div className="row wrap legal">
      <Link className="fl" to="/privacy-policy">
        {footerWords.privacy}
      </Link>
      <Link className="fl" to="/terms-and-conditions">
        {footerWords.terms}
      </Link>
      {/* biome-ignore lint/a11y/useValidAnchor: the link leads nowhere on purpose */}
      <a className="fl" href="" onClick={(press) => press.preventDefault()}>
        {footerWords.disclaimer}
      </a>
    </div>
  </>
);

/** The marks of what the card page takes; Apple Pay's only where it does. */
function Accepted() {
  const applePay = useConfig((config) => config.apple_pay);
  return (
    <span className="row g2">
      <span className="xs">{footerWords.accept}</span>
      <span className="row g2" role="img" aria-label={footerWords.cards(applePay)}>
        <span className="pm">VISA</span>
        <span className="pm mc">
          <i />
          <i />
        </span>
        {applePay && (
          <span className="pm ap">
            Apple
            <br />
            Pay
          </span>
        )}
      </span>
    </span>
  );
}
