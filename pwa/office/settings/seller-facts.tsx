import { kitchenSettingWords } from "#pwa/i18n/kitchen";
import type { SettingsAnswer } from "#pwa/office/kitchen";
import { Facts } from "#pwa/office/support/facts";

const said = kitchenSettingWords;

/** Who our tax invoices come from, to be read only: an invoice never changes, so the server's configuration says it. */
export const SellerFacts = ({ seller }: { seller: SettingsAnswer["seller"] }) => (
  <section className="card pad col g3 kform" aria-labelledby="seller">
    <h2 className="h3" id="seller">
      {said.seller}
    </h2>
    <p className="t2">{said.sellerText}</p>
    <Facts
      of={[
        [said.sellerName, seller.name],
        [said.sellerTrn, seller.trn],
        [said.sellerAddress, seller.address],
        [said.sellerBank, seller.bank],
        [said.sellerEmail, seller.email],
      ]}
    />
  </section>
);
