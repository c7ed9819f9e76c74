package signon

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	"sahn/server/platform/web"
)

// Setting is a company's own sign-in as its admins see it; the secret is never shown. Redirect is what the provider has to know, Tried when
// an admin came in with these settings. Only: codes and passwords do not sign the company's people in.
type Setting struct {
	Issuer   string     `json:"issuer"`
	ClientID string     `json:"client_id"`
	Redirect string     `json:"redirect"`
	Domains  []Domain   `json:"domains"`
	Tried    *time.Time `json:"tried"`
	On       bool       `json:"on"`
	Only     bool       `json:"only"`
}

// Domain is a mail domain that the company allows. Record and Value are the DNS record (TXT) by which it shows that the domain is its own;
// Until is when a verified one stops counting, because its record is gone.
type Domain struct {
	Name     string     `json:"name"`
	Verified bool       `json:"verified"`
	Record   string     `json:"record"`
	Value    string     `json:"value"`
	Until    *time.Time `json:"until"`
}

// SettingReply is the answer with a company's own sign-in.
type SettingReply struct {
	Data Setting `json:"data"`
}

// What an admin reads.
var (
	ErrNotActive = fault.New(fault.Conflict, "company_not_active",
		"Your company is not approved yet. You can set this up as soon as it is.")
	ErrUntried = fault.New(fault.Conflict, "sign_on_untried", "Try it yourself first: then you know that it lets your people in.")
	ErrDomains = fault.New(fault.Conflict, "sign_on_domains", "Verify one of your domains first.")
	ErrRecord  = fault.New(fault.Conflict, "sign_on_record",
		"We do not see this record yet. New records can take an hour to be seen everywhere.")
	ErrSecretLost = fault.New(fault.Conflict, "sign_on_secret_lost",
		"We cannot read the client secret of your own sign-in any more. Please edit it and enter the secret again.")
	ErrTaken = fault.New(fault.Conflict, "sign_on_taken",
		"Another company signs in with this domain here. Please write to us.")
)

// Nothing is a request without content.
type Nothing struct{}

// HandleSetting answers with the own company's.
func (s *SignOns) HandleSetting(ctx context.Context, who web.Caller, _ Nothing) (SettingReply, error) {
	return s.setting(ctx, db.New(s.db), who.CompanyID)
}

func (s *SignOns) setting(ctx context.Context, q *db.Queries, company string) (reply SettingReply, err error) {
	row, err := q.SignOnOf(ctx, company)
	if err != nil && !db.None(err) {
		return reply, err
	}
	domains, err := q.SignOnDomains(ctx, company)
	if err != nil {
		return reply, err
	}
	reply.Data = Setting{Issuer: row.Issuer, ClientID: row.ClientID, Redirect: s.redirect(company), Domains: []Domain{}, Tried: row.TriedAt,
		On: row.OnAt != nil, Only: row.OnlyIt}
	for _, d := range domains {
		shown := Domain{Name: d.Domain, Verified: d.Verified, Record: recordOf(d.Domain), Value: s.values(company, d.Domain)[0]}
		if d.MissingAt != nil {
			until := d.MissingAt.Add(forgivenIn)
			shown.Until = &until
		}
		reply.Data.Domains = append(reply.Data.Domains, shown)
	}
	return reply, nil
}

// change lets an admin change the own company's, with an act in the audit log.
func (s *SignOns) change(ctx context.Context, who web.Caller, kind string,
	do func(ctx context.Context, q *db.Queries, row db.SignOn) (after any, err error)) (reply SettingReply, err error) {
	err = db.InTx(ctx, s.db, func(ctx context.Context, tx db.Tx) error {
		company, err := tx.CompanyHold(ctx, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		if company.Status != "Active" {
			return ErrNotActive
		}
		row, err := tx.SignOnOf(ctx, who.CompanyID)
		if err != nil && !db.None(err) {
			return err
		}
		after, err := do(ctx, tx.Queries, row)
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: s.now(), Who: who.ProfileID, Company: who.CompanyID, Kind: kind,
			Subject: who.CompanyID, After: after}); err != nil {
			return err
		}
		reply, err = s.setting(ctx, tx.Queries, who.CompanyID)
		return err
	})
	return reply, err
}

// SettingRequest is what the provider gave the company. An empty secret keeps the one that is there.
type SettingRequest struct {
	Issuer   string `json:"issuer" validate:"required"`
	ClientID string `json:"client_id" validate:"required,max=500"`
	Secret   string `json:"secret,omitempty" validate:"max=2000"`
}

// HandleSet sets the provider. It is off until an admin tried it.
func (s *SignOns) HandleSet(ctx context.Context, who web.Caller, r SettingRequest) (SettingReply, error) {
	issuer, ok := s.providers.issuerOf(r.Issuer)
	if !ok {
		return SettingReply{}, fault.Field("issuer", "The issuer must be an https address, like https://login.example.com.")
	}
	id, secret := strings.TrimSpace(r.ClientID), strings.TrimSpace(r.Secret)
	if id == "" {
		return SettingReply{}, fault.Field("client_id", "The client id field is required.")
	}
	return s.change(ctx, who, "company.sign_on", func(ctx context.Context, q *db.Queries, row db.SignOn) (any, error) {
		sealed := row.Secret
		switch {
		case secret != "":
			var err error
			if sealed, err = s.keys.Seal(sealUse, who.CompanyID, secret); err != nil {
				return nil, err
			}
		case sealed == nil, row.Issuer != issuer: // a secret is only told to the provider that gave it
			return nil, fault.Field("secret", "The client secret field is required.")
		default:
			if _, err := s.secret(who, who.CompanyID, sealed); err != nil {
				return nil, err
			}
		}
		return map[string]string{"issuer": issuer, "client_id": id},
			q.SignOnSet(ctx, db.SignOnSetParams{CompanyID: who.CompanyID, Issuer: issuer, ClientID: id, Secret: sealed, Now: s.now()})
	})
}

// DomainRequest names one of the company's allowed domains.
type DomainRequest struct {
	Domain string `json:"domain" validate:"required,max=253"`
}

// HandleDomain looks for the record by which a domain is the company's own.
func (s *SignOns) HandleDomain(ctx context.Context, who web.Caller, r DomainRequest) (SettingReply, error) {
	if err := s.people.AllowSignOn(ctx, who, ""); err != nil {
		return SettingReply{}, err
	}
	domains, err := db.New(s.db).SignOnDomains(ctx, who.CompanyID)
	if err != nil {
		return SettingReply{}, err
	}
	allowed := func(d db.SignOnDomainsRow) bool { return d.Domain == r.Domain }
	if !slices.ContainsFunc(domains, allowed) {
		return SettingReply{}, fault.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	records, err := s.resolver.LookupTXT(ctx, recordOf(r.Domain)+".")
	if err != nil || !s.shows(records, who.CompanyID, r.Domain) {
		return SettingReply{}, ErrRecord
	}
	return s.change(ctx, who, "company.sign_on_domain", func(ctx context.Context, q *db.Queries, _ db.SignOn) (any, error) {
		set, err := q.SignOnDomainSet(ctx, r.Domain, who.CompanyID, s.now())
		if err == nil && set == 0 {
			err = ErrTaken
		}
		return map[string]string{"domain": r.Domain}, err
	})
}

func recordOf(domain string) string { return "_sahn." + domain }

// values are those of a record, the one of the first secret first: a record that is there counts while its secret is listed.
func (s *SignOns) values(company, domain string) (all []string) {
	for _, mac := range s.keys.MACs([]byte("sign-on:" + company + ":" + domain)) {
		all = append(all, "sahn-verification="+hex.EncodeToString(mac[:16]))
	}
	return all
}

func (s *SignOns) shows(records []string, company, domain string) bool {
	return slices.ContainsFunc(s.values(company, domain), func(value string) bool {
		return slices.ContainsFunc(records, func(record string) bool {
			return subtle.ConstantTimeCompare([]byte(strings.TrimSpace(record)), []byte(value)) == 1
		})
	})
}

// HandleTry begins the way that the company's people will go, for an admin, before it is switched on.
func (s *SignOns) HandleTry(ctx context.Context, who web.Caller, _ Nothing) (StartReply, error) {
	if err := s.people.AllowSignOn(ctx, who, ""); err != nil {
		return StartReply{}, err
	}
	row, err := db.New(s.db).SignOnOf(ctx, who.CompanyID)
	if err != nil {
		return StartReply{}, db.NoneIs(err, fault.ErrNotFound)
	}
	return s.begin(ctx, who, begun{row.CompanyID, row.Issuer, row.ClientID, row.Secret, &who.ProfileID}, "")
}

// Tried is what the provider said of the admin who tried. Fits: it would let them in. Sure: without a mailed code the first time.
type Tried struct {
	Subject  string `json:"subject"`
	Email    string `json:"email"`
	Name     string `json:"name"`
	Verified *bool  `json:"verified"`
	Fits     bool   `json:"fits"`
	Sure     bool   `json:"sure"`
}

// TriedReply is the answer to an admin who came back.
type TriedReply struct {
	Data Tried `json:"data"`
}

// HandleTried shows an admin who came back what the provider said. It signs nobody in.
func (s *SignOns) HandleTried(ctx context.Context, who web.Caller, r FinishRequest) (TriedReply, error) {
	if err := s.people.AllowSignOn(ctx, who, ""); err != nil {
		return TriedReply{}, err
	}
	if r.CompanyID != who.CompanyID {
		return TriedReply{}, ErrOver
	}
	taken, said, err := s.back(ctx, who, r)
	if err != nil {
		return TriedReply{}, err
	}
	if taken.ProfileID == nil || *taken.ProfileID != who.ProfileID {
		return TriedReply{}, ErrOver
	}
	tried := Tried{Subject: said.Subject, Email: said.Email, Name: said.Name, Verified: (*bool)(said.Verified)}
	v, err := s.vouched(ctx, r.CompanyID, taken.Issuer, said)
	if fault.As(err) != nil {
		return TriedReply{tried}, nil
	}
	if err != nil {
		return TriedReply{}, err
	}
	tried.Fits, tried.Sure = true, v.Sure
	_, err = s.change(ctx, who, "company.sign_on_tried", func(ctx context.Context, q *db.Queries, _ db.SignOn) (any, error) {
		now, err := q.SignOnTried(ctx, db.SignOnTriedParams{CompanyID: who.CompanyID, Issuer: taken.Issuer, ClientID: taken.ClientID,
			Began: taken.CreatedAt, Now: s.now()})
		if err == nil && now == 0 {
			err = ErrOver // somebody changed the settings meanwhile
		}
		return nil, err
	})
	return TriedReply{tried}, err
}

// SwitchRequest says whether people sign in through the provider, and whether through it alone.
type SwitchRequest struct {
	On   bool `json:"on"`
	Only bool `json:"only"`
}

// HandleSwitch switches it on or off. Whoever is signed in stays so.
func (s *SignOns) HandleSwitch(ctx context.Context, who web.Caller, r SwitchRequest) (SettingReply, error) {
	return s.change(ctx, who, "company.sign_on_switch", func(ctx context.Context, q *db.Queries, row db.SignOn) (any, error) {
		if r.On {
			domains, err := q.SignOnDomains(ctx, who.CompanyID)
			if err != nil {
				return nil, err
			}
			switch {
			case !slices.ContainsFunc(domains, func(d db.SignOnDomainsRow) bool { return d.Verified }):
				return nil, ErrDomains
			case row.TriedAt == nil:
				return nil, ErrUntried
			}
		}
		r.Only = r.Only && r.On
		return r, q.SignOnSwitch(ctx, r.Only, r.On, s.now(), who.CompanyID)
	})
}

// Reseal seals the secrets of companies' clients anew with the first secret, so that the others can be removed. It may run while servers
// serve. It is for whoever operates the server.
func Reseal(ctx context.Context, q *db.Queries, secrets keys.Keys) (done keys.Resealed, err error) {
	held, err := q.SignOnsSealed(ctx)
	if err != nil {
		return done, err
	}
	done.All = len(held)
	var ids []string
	var olds, anew [][]byte
	for _, h := range held {
		_, fresh, err := secrets.Again(sealUse, h.CompanyID, h.Secret)
		switch {
		case err != nil:
			done.Closed++
		case fresh != nil:
			ids, olds, anew = append(ids, h.CompanyID), append(olds, h.Secret), append(anew, fresh)
		}
	}
	n, err := q.SignOnsReseal(ctx, ids, olds, anew)
	done.Anew = int(n)
	return done, err
}

// Preset is what the demo switches on: the provider of a company, and the domain that is its own.
type Preset struct {
	SettingRequest
	Company, Domain string
}

// Apply switches it on for a company that has no provider, where nobody set, tried or verified anything.
func (r Preset) Apply(ctx context.Context, q *db.Queries, secrets keys.Keys, now time.Time) error {
	company := r.Company
	if _, err := q.SignOnOf(ctx, company); !db.None(err) {
		return err
	}
	sealed, err := secrets.Seal(sealUse, company, r.Secret)
	if err != nil {
		return err
	}
	if err := q.CompanyDomainsSet(ctx, []string{r.Domain}, company); err != nil {
		return err
	}
	if _, err := q.SignOnDomainSet(ctx, r.Domain, company, now); err != nil {
		return err
	}
	if err := q.SignOnSet(ctx,
		db.SignOnSetParams{CompanyID: company, Issuer: r.Issuer, ClientID: r.ClientID, Secret: sealed, Now: now}); err != nil {
		return err
	}
	if _, err := q.SignOnTried(ctx, db.SignOnTriedParams{CompanyID: company, Issuer: r.Issuer, ClientID: r.ClientID, Began: now,
		Now: now}); err != nil {
		return err
	}
	return q.SignOnSwitch(ctx, false, true, now, company)
}
