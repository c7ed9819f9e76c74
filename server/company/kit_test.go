package company_test

import (
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// admin is one more admin of a company, signed in.
func (o *office) admin(of sample.Company) web.Caller {
	o.t.Helper()
	who := servertest.Eater(o.t, o.pool, of)
	servertest.Do(o.t, o.pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", who.ProfileID)
	who.ClientType = "Admin"
	return who
}

func (o *office) profile(who web.Caller) company.Profile {
	o.t.Helper()
	got, err := o.companies.HandleProfile(o.t.Context(), who, company.Nothing{})
	require.NoError(o.t, err)
	return got.Data
}

// refused is the fault that a change ended with.
func (o *office) refused(_ company.CompanyReply, err error) *fault.Fault {
	o.t.Helper()
	require.Error(o.t, err)
	require.NotNil(o.t, fault.As(err), "%v", err)
	return fault.As(err)
}

// acts is how many acts of a kind are on record.
func (o *office) acts(kind string) int { return o.count("acts WHERE kind = $1", kind) }

// ate puts a paid delivery of somebody into the books.
func (o *office) ate(who web.Caller, date clock.Date, net, share money.Fils, ordered time.Time) {
	o.t.Helper()
	o.delivery("Completed", who, date, net, share, ordered)
}

func (o *office) delivery(status string, who web.Caller, date clock.Date, net, share money.Fils, ordered time.Time) {
	o.t.Helper()
	id := ulid.Make().String()
	servertest.Do(o.t, o.pool,
		`INSERT INTO orders (id, profile_id, company_id, status, source, week, rev, gross_amount, discount, net_amount, company_share,
			employee_share, wallet_amount,
		payable_amount, amount_due, vat_amount, company_vat_amount, terms, quote, quote_hash, draft_revs, handoff_key, created_at)
		VALUES ($1, $2, $3, $8, 'web', $4, 1, $5, 0, $5, $6, $5::bigint - $6::bigint, 0, $5::bigint - $6::bigint, 0, 0, 0, '{}', '{}', '',
		'{}', $1, $7)`,
		id, who.ProfileID, who.CompanyID, date.Monday(), net, share, ordered, status)
	servertest.Do(o.t, o.pool,
		`INSERT INTO deliveries (id, order_id, profile_id, company_id, delivery_date, cutoff, address_id, live, gross_amount, net_amount,
			company_share, vat_amount)
		VALUES ($1, $1, $2, $3, $4, $7, (SELECT address_id FROM profiles WHERE id = $2), true, $5, $5, $6, 0)`, id, who.ProfileID, who.CompanyID,
		date, net, share, ordered)
}
