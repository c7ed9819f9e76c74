import { useState } from "react";
import { Link, useParams } from "react-router";
import { discountText } from "#pwa/company/plans";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { joined } from "#pwa/i18n/joined";
import { kitchenCompanyWords, kitchenWords } from "#pwa/i18n/kitchen";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { type CompanySheet, isIn, useOperator } from "#pwa/office/kitchen";
import { sayDate } from "#pwa/office/say-when";
import { StateChip } from "#pwa/office/state-chip";
import { ActLine } from "#pwa/office/support/act-list";
import { CorrectCompany } from "#pwa/office/support/correct-company";
import { Facts } from "#pwa/office/support/facts";
import { Pending } from "#pwa/office/troubled";
import { useAnswer } from "#pwa/online/use-answer";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

const words = kitchenCompanyWords;

/** Shows one company: its details, its status and what an operator can do about it. */
export function CompanyFile() {
  const { id = "" } = useParams();
  const operator = useOperator();
  const { answer, trouble, loading, again } = useAnswer(`/api/kitchen/companies/${id}`);
  const [deed, setDeed] = useState<Deed>();
  const [correcting, setCorrecting] = useState(false);
  if (!answer)
    return <Pending trouble={trouble} again={again} busy={loading} className="col g3" heights={["48px", "280px"]} />;
  const company = answer.data;
  const deeds = deedsOf(company, isIn(operator?.operator_role, "manager"));
  return (
    <>
      <Link className="link u" to="/kitchen/companies">
        {words.title}
      </Link>
      <div className="row between wrap g3">
        <div className="row wrap g3">
          <h1 className="kname">{company.name}</h1>
          <StateChip state={company.status} words={words.states} />
        </div>
        <div className="row wrap g2">
          {deeds.map((one) => (
            <Button key={one.path} look={one.danger ? "out" : "pri"} onClick={() => setDeed(one)}>
              {one.go}
            </Button>
          ))}
          <Button look="out" icon="user" to={`/kitchen/people?company=${company.id}`}>
            {words.people}
          </Button>
        </div>
      </div>
      {company.trn_taken && (
        <div className="mt4">
          <Banner tone="bad" icon="alert" round>
            {words.trnTaken}
          </Banner>
        </div>
      )}
      {company.status === "Pending" && !company.admins.some(({ proved }) => proved) && (
        <div className="mt4">
          <Banner tone="warn" icon="clock" round>
            {words.notProvedText}
          </Banner>
        </div>
      )}
      <section className="card pad mt4" aria-labelledby="said">
        <div className="row between">
          <h2 className="h3" id="said">
            {words.details}
          </h2>
          <Button look="out" icon="edit" onClick={() => setCorrecting(true)}>
            {words.correct}
          </Button>
        </div>
        <Facts
          of={[
            [
              words.trn,
              <span key="trn" className="num">
                {company.trn || words.noTrn}
              </span>,
            ],
            [words.billing, company.billing_address || words.billingAsMain],
            [words.size, words.sizeText(company.people, company.active_people)],
            [words.plan, planOf(company)],
            [words.share, shareOf(company)],
            [words.domains, joined(company.allowed_domains) || words.noDomains],
            [words.registered, sayDate(company.created_at)],
            ...(company.approved_at ? [[words.approved, sayDate(company.approved_at)] as [string, string]] : []),
            ...(company.status_note ? [[words.note, company.status_note] as [string, string]] : []),
          ]}
        />
      </section>
      <section className="card pad mt4" aria-labelledby="admins">
        <h2 className="h3" id="admins">
          {words.admins}
        </h2>
        <ul className="list mt2">
          {company.admins.map((admin) => (
            <li key={admin.id}>
              <Link className="li" to={`/kitchen/people/${admin.id}`}>
                <span className="grow">
                  <b className="kname">{admin.name}</b>
                  <span className="sm t2 kline">{dotted([admin.email, admin.mobile])}</span>
                </span>
                <StateChip
                  state={admin.proved ? "Active" : "Pending"}
                  words={{ Active: words.proved, Pending: words.notProved }}
                />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="card pad mt4" aria-labelledby="places">
        <h2 className="h3" id="places">
          {words.places}
        </h2>
        <ul className="list mt2">
          {company.places.map((place) => (
            <li className="li" key={`${place.label} ${place.line}`}>
              <span className="grow">
                <b className="kname">{place.label}</b>
                <span className="sm t2 kline">{joined([place.line, place.area])}</span>
              </span>
              <span className="num sm">{words.placeTime(place.from, place.until)}</span>
            </li>
          ))}
        </ul>
      </section>
      {company.acts.length > 0 && (
        <section className="card pad mt4" aria-labelledby="done">
          <h2 className="h3" id="done">
            {words.history}
          </h2>
          <ul className="list mt2">
            {company.acts.map((act) => (
              <ActLine key={act.id} act={act} />
            ))}
          </ul>
        </section>
      )}
      {correcting && (
        <CorrectCompany company={company} onDone={() => void again()} onClose={() => setCorrecting(false)} />
      )}
      {deed && <AskFirst deed={deed} onDone={() => void again()} onClose={() => setDeed(undefined)} />}
    </>
  );
}

function planOf({ plan_name, plan_discount_type, plan_discount, plan_people }: CompanySheet): string {
  if (!plan_discount_type) return words.noPlan;
  const off = discountText({ discount_type: plan_discount_type, discount_amount: plan_discount });
  return words.planText(plan_name, off, plan_people);
}

function shareOf({ share_type, share_value, share_cap, share_duration }: CompanySheet): string {
  if (share_value === 0) return kitchenWords.no;
  const value = share_type === "Flat" ? words.shareFlat(formatAed(share_value)) : words.sharePercent(share_value);
  const cap =
    share_cap === null ? "" : words.shareCap(formatAed(share_cap), words.per[share_duration] ?? share_duration);
  return joined([value, cap]);
}

function deedsOf(company: CompanySheet, manager: boolean): Deed[] {
  const { id, name, status, open_deliveries } = company;
  const at = (what: string) => `/api/kitchen/companies/${id}/${what}`;
  const approve: Deed = {
    title: words.approveTitle,
    text: words.approveText,
    go: words.approve,
    path: at("approve"),
    body: company.trn ? { trn: company.trn } : {},
    done: words.approveDone(name),
  };
  const reject: Deed = {
    title: words.rejectTitle,
    text: words.rejectText,
    go: words.reject,
    danger: true,
    path: at("reject"),
    reason: "reason",
    done: words.rejectDone(name),
  };
  if (status === "Pending") return [approve, reject];
  if (status === "Rejected") return [approve];
  if (!manager) return [];
  if (status === "Active")
    return [
      {
        title: words.suspendTitle,
        text: words.suspendText(open_deliveries),
        go: words.suspend,
        danger: true,
        path: at("suspend"),
        reason: "reason",
        done: words.suspendDone(name),
      },
    ];
  return [
    {
      title: words.reactivateTitle,
      text: words.reactivateText,
      go: words.reactivate,
      path: at("reactivate"),
      done: words.reactivateDone(name),
    },
  ];
}
