import { Link } from "react-router";
import { Logo } from "#pwa/app/Logo";
import type { Page } from "#pwa/app/page";
import { useConfig } from "#pwa/config";
import { Icon } from "#pwa/ui/Icon";
import { appWords } from "#pwa/words/app";
import { footerWords } from "#pwa/words/footer";

type Props = { page?: Page; has: (path: string) => boolean };

/** Standard or home footer; none on login. Links appear with the page they lead to, contacts with their value. (spec 2, D27) */
export function Footer({ page, has }: Props) {
  const kind = page ? page.footer : "standard";
  if (kind === "none") return null;
  return (
    <footer className={`sitefoot ${kind}`}>
      {kind === "home" ? <Groups has={has} /> : <Legal has={has} promo={!page?.cart} />}
      <div className="row wrap between base">
        <span className="xs">{footerWords.copyright(new Date().getFullYear())}</span>
        <Accepted />
      </div>
    </footer>
  );
}

function Groups({ has }: { has: Props["has"] }) {
  const { phone, whatsapp, instagram, linkedin } = useConfig();
  const company = [
    { to: "/terms-and-conditions", label: footerWords.terms },
    { to: "/privacy-policy", label: footerWords.privacy },
  ].filter(({ to }) => has(to));
  const menu = [
    { to: "/menu", label: footerWords.explore },
    { to: "/faq", label: footerWords.faq },
  ].filter(({ to }) => has(to));
  return (
    <div className="groups">
      <div>
        <Logo light />
        <p className="sm mt3 promise">{appWords.promise}</p>
      </div>
      {company.length > 0 && <Group title={footerWords.company} links={company} />}
      <Group title={footerWords.menu} links={menu} />
      {(phone || whatsapp || instagram || linkedin) && (
        <div>
          <h2 className="sm b">{footerWords.talk}</h2>
          {phone && (
            <a className="fl" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
              <Icon name="phone" size="s" />
              <span dir="ltr">{phone}</span>
            </a>
          )}
          {whatsapp && (
            <a className="fl" href={`https://wa.me/${whatsapp.replace(/\D/g, "")}`} target="_blank" rel="noreferrer">
              <Icon name="chat" size="s" />
              {footerWords.whatsapp}
            </a>
          )}
          {(instagram || linkedin) && (
            <>
              <h3 className="sm b mt3">{footerWords.social}</h3>
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

const Group = ({ title, links }: { title: string; links: { to: string; label: string }[] }) => (
  <div>
    <h2 className="sm b">{title}</h2>
    {links.map(({ to, label }) => (
      <Link key={to} className="fl" to={to}>
        {label}
      </Link>
    ))}
  </div>
);

function Legal({ has, promo }: { has: Props["has"]; promo: boolean }) {
  const links = [
    { to: "/privacy-policy", label: footerWords.privacy },
    { to: "/terms-and-conditions", label: footerWords.terms },
  ].filter(({ to }) => has(to));
  return (
    <>
      {promo && (
        <img className="promo" src="/promo.svg" alt="" width={720} height={150} loading="lazy" decoding="async" />
      )}
      {links.length > 0 && (
        <div className="row wrap g6 legal">
          {links.map(({ to, label }) => (
            <Link key={to} className="fl" to={to}>
              {label}
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

const Accepted = () => (
  <span className="row g2">
    <span className="xs">{footerWords.accept}</span>
    <span className="row g2" role="img" aria-label={footerWords.cards}>
      <span className="pm">VISA</span>
      <span className="pm mc">
        <i />
        <i />
      </span>
      <span className="pm ap">
        Apple
        <br />
        Pay
      </span>
      <span className="pm card">CARD</span>
    </span>
  </span>
);
