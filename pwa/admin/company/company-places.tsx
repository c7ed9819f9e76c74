import { useState } from "react";
import { Link } from "react-router";
import { EditPlace } from "#pwa/admin/company/edit-place";
import { RetirePlace } from "#pwa/admin/company/retire-place";
import { changeCompany, explain } from "#pwa/admin/company/use-own-company";
import { useEditing } from "#pwa/forms/use-editing";
import { formTrouble } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { formWords } from "#pwa/i18n/form";
import { Fault } from "#pwa/offline/server";
import type { OwnCompany, Place } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

/** Where the company has lunch brought to, and what hangs on each place. */
export function CompanyPlaces({ company }: { company: OwnCompany }) {
  const { editing, card, open, close } = useEditing();
  const [changing, setChanging] = useState<Place | undefined>();
  const [retiring, setRetiring] = useState<Place | undefined>();
  const edit = (place?: Place) => {
    setChanging(place);
    open();
  };
  return (
    <section className="card pad" ref={card} aria-labelledby="company-places">
      <h2 className="h3" id="company-places">
        {companyWords.places}
      </h2>
      {editing ? (
        <EditPlace
          company={company}
          place={company.places.find(({ id }) => id === changing?.id) ?? changing}
          onDone={close}
        />
      ) : (
        <>
          <ul className="rows mt2">
            {company.places.map((place) => (
              <li key={place.id} className="place">
                <Icon name="pin" />
                <div className="grow">
                  <p className="m">{place.label}</p>
                  <p className="sm t2">{place.line}</p>
                  <p className="sm t2 num">{companyWords.window(place.area, place.from, place.until)}</p>
                  <p className="sm t2">{companyWords.hangs(place.people, place.deliveries)}</p>
                  {place.closed && <p className="sm">{companyWords.windowClosed}</p>}
                  {place.main && <p className="sm t2">{companyWords.mainText(!company.details.billing_address)}</p>}
                  <div className="row wrap g2">
                    <button
                      type="button"
                      className="link u sm"
                      aria-label={companyWords.editPlace(place.label)}
                      onClick={() => edit(place)}
                    >
                      {formWords.edit}
                    </button>
                    {!place.main && <MakeMain company={company} place={place} />}
                    {company.places.length > 1 && (
                      <button
                        type="button"
                        className="link u sm"
                        aria-label={companyWords.retirePlace(place.label)}
                        onClick={() => setRetiring(place)}
                      >
                        {companyWords.retire}
                      </button>
                    )}
                  </div>
                </div>
              </li>
            ))}
          </ul>
          <div className="row wrap g4">
            <Button look="soft" icon="plus" onClick={() => edit()}>
              {companyWords.addPlace}
            </Button>
            <Link className="link" to="/dashboard/company-counters">
              {companyWords.counters}
            </Link>
          </div>
        </>
      )}
      {retiring && <RetirePlace company={company} place={retiring} onClose={() => setRetiring(undefined)} />}
    </section>
  );
}

function MakeMain({ company, place }: { company: OwnCompany; place: Place }) {
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      await changeCompany("place-main", { id: place.id });
      toasts.success(companyWords.saved, {
        text: companyWords.madeMain(place.label, !company.details.billing_address),
      });
    } catch (cause) {
      toasts.error((cause instanceof Fault && explain(cause)) || formTrouble(cause));
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="link u sm"
      aria-label={companyWords.makeMainOf(place.label)}
      disabled={busy}
      onClick={() => void make()}
    >
      {companyWords.makeMain}
    </button>
  );
}
