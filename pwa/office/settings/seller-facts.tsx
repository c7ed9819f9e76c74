import { kitchenSettingWords } from "#pwa/i18n/kitchen";
import type { SettingsAnswer } from "#pwa/office/kitchen";
import { Facts } from "#pwa/office/support/facts";

const words = kitchenSettingWords;

/** Who our tax invoices come from, to be read only: an invoice never changes, so the server's configuration says it. */
export const SellerFacts = ({ seller }: { seller: SettingsAnswer["seller"] }) => (
  <section className="card pad col g3 kform" aria-labelledby="seller">
    <h2 className="h3" id="seller">
      {words.seller}
    </h2>
    <p className="t2">{words.sellerText}</p>
    <Facts
      of={[
        [words.sellerName, seller.name],
        [words.sellerTrn, seller.trn],
        [words.sellerAddress, seller.address],
        [words.sellerBank, seller.bank],
        [words.sellerEmail, seller.email],
      ]}
    />
  </section>
);
