package demo

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/dev/sample"
	"sahn/server/ledger"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/quote"
	"sahn/server/week"
)

// yearWeeks is the length of the history; weeksAhead is how far some people order in advance.
const (
	yearWeeks  = 52
	weeksAhead = 3
)

// Year adds a large company with a year of history to the demo, once: its people, what they ordered, changed and paid, and the company's
// shares. The same seed at the same instant gives the same data. It returns false, and changes nothing, when that company exists already.
func Year(ctx context.Context, conn db.Conn, now time.Time, seed uint64) (added bool, err error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{})
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	var there bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM companies WHERE id = $1)`, sample.Sidra.ID).Scan(&there); err != nil || there {
		return false, err
	}
	source := chance(seed)
	id := sample.Entropy(source)
	team := sample.Team(clock.DateOf(now), rand.New(source), id)
	if err := employ(ctx, tx, team, id, now); err != nil {
		return false, err
	}
	this := clock.DateOf(now).Monday()
	a, err := loadSetting(ctx, tx, now, this-7*yearWeeks, this+7*weeksAhead)
	if err != nil {
		return false, err
	}
	a.rand, a.id, a.terms = rand.New(source), id, termsOf(sample.Sidra)
	stories := make([]*story, len(team))
	for i, m := range team {
		stories[i] = a.storyOf(m)
	}
	if err := keep(ctx, tx, stories); err != nil {
		return false, err
	}
	if err := post(ctx, tx, stories, func() string { return id(now) }); err != nil {
		return false, err
	}
	if _, err := tx.Exec(ctx, `ANALYZE`); err != nil {
		return false, fmt.Errorf("analyze: %w", err)
	}
	return true, tx.Commit(ctx)
}

// chance is where everything of a history that could be otherwise comes from.
func chance(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return rand.NewChaCha8(key)
}

// post writes the money of the stories to the ledger.
func post(ctx context.Context, tx pgx.Tx, stories []*story, id func() string) error {
	var posts []ledger.Past
	var holds []ledger.PastHold
	for _, s := range stories {
		posts, holds = append(posts, s.posts...), append(holds, s.holds...)
	}
	slices.SortStableFunc(posts, func(a, b ledger.Past) int { return a.At.Compare(b.At) })
	return ledger.WriteHistory(ctx, tx, posts, holds, id)
}

// employ inserts the company with its places, departments and people.
func employ(ctx context.Context, tx pgx.Tx, team []sample.Member, id func(time.Time) string, now time.Time) error {
	q, c := db.New(tx), sample.Sidra
	began := (clock.DateOf(now) - 400).Start().Add(9 * time.Hour)
	people := sample.TeamSize
	if err := q.CompanyInsert(ctx, db.CompanyInsertParams{ID: c.ID, Name: c.Name, CompanyType: c.CompanyType, Status: c.Status,
		PlanID: db.Null(c.PlanID), Trn: db.Null(c.TRN), MinimumDay: 3, MinimumMealCount: 1, DiscountType: c.DiscountType,
		DiscountAmount: c.DiscountAmount, ShareType: c.ShareType, ShareValue: c.ShareValue, ShareCap: c.ShareCap, ShareDuration: c.ShareDuration,
		CreatedAt: began, People: &people, AllowedDomains: c.AllowedDomains}); err != nil {
		return fmt.Errorf("company %s: %w", c.Name, err)
	}
	for _, a := range sample.SidraAddresses() {
		if err := q.AddressInsert(ctx,
			db.AddressInsertParams{ID: a.ID, CompanyID: a.CompanyID, Label: a.Label, Line: a.Line, AreaTimingID: a.AreaTimingID}); err != nil {
			return fmt.Errorf("address %s: %w", a.Label, err)
		}
	}
	hash, err := passwordHash()
	if err != nil {
		return err
	}
	departments, rows := map[string]string{}, table{name: "departments", columns: []string{"id", "company_id", "name", "created_at"}}
	for _, name := range sample.Departments() {
		departments[name] = id(began)
		rows.add(departments[name], c.ID, name, began)
	}
	persons := table{name: "persons", columns: []string{"id", "email", "name", "mobile", "password_hash", "created_at"}}
	profiles := table{name: "profiles",
		columns: []string{"id", "person_id", "company_id", "client_type", "status", "address_id", "created_at", "used_at", "proved_at",
			"invited_at", "department_id"}}
	for i, m := range team {
		joined := later(m.Joined.Start().Add(8*time.Hour), began)
		var password *string
		var proved, used, invited *time.Time
		if m.Person.Password != "" {
			password = &hash
		}
		switch m.Profile.Status {
		case "Invited":
			invited = &joined
		case "Active", "Suspended":
			last := now.Add(-time.Duration(i%9) * 17 * time.Hour)
			if m.Left > 0 {
				last = m.Left.Start().Add(9 * time.Hour)
			}
			proved, used = &joined, db.Null(later(last, joined))
		default:
			proved = &joined
		}
		persons.add(m.Person.ID, m.Person.Email, m.Person.Name, m.Person.Mobile, password, joined)
		profiles.add(m.Profile.ID, m.Person.ID, c.ID, m.Profile.ClientType, m.Profile.Status, m.Profile.AddressID, joined, used, proved, invited,
			departments[m.Department])
	}
	return copyAll(ctx, tx, rows, persons, profiles)
}

// termsOf are a sample company's terms, with the minimums that it has when it names none.
func termsOf(c sample.Company) quote.Terms {
	return quote.Terms{DiscountType: c.DiscountType, DiscountAmount: c.DiscountAmount, MinimumDay: cmp.Or(c.MinimumDay, week.MinNumDays),
		MinimumMealCount: cmp.Or(c.MinimumMealCount, 1), ShareType: c.ShareType, ShareValue: c.ShareValue, ShareCap: c.ShareCap,
		ShareDuration: c.ShareDuration}
}

// loadSetting reads menus, holidays and limited meals of the weeks from one Monday to another, and publishes the menus that are missing.
func loadSetting(ctx context.Context, tx pgx.Tx, now time.Time, first, last clock.Date) (*setting, error) {
	q := db.New(tx)
	a := &setting{now: now, first: first, last: last, weeks: map[clock.Date]*menu.Week{}, limited: map[clock.Date]map[string]bool{}}
	for _, d := range sample.PastClosedDays() {
		if err := q.ClosedDayInsert(ctx, d.Date, d.Reason); err != nil {
			return nil, err
		}
	}
	current, err := published.Current(ctx, q, a.first, a.last)
	if err != nil {
		return nil, err
	}
	for monday := a.first; monday <= a.last; monday += 7 {
		w := sample.Menu(monday)
		a.weeks[monday] = &w
		if current[monday] == "" {
			if _, err := published.Publish(ctx, q, w, (monday - 12).Start().Add(6*time.Hour)); err != nil {
				return nil, err
			}
		}
	}
	if a.closed, err = q.ClosedDays(ctx, a.first, a.last+6); err != nil {
		return nil, fmt.Errorf("read closed days: %w", err)
	}
	portions, err := q.PortionsLeft(ctx, a.first, a.last+6)
	if err != nil {
		return nil, fmt.Errorf("read portions: %w", err)
	}
	for _, p := range portions {
		if a.limited[p.Date] == nil {
			a.limited[p.Date] = map[string]bool{}
		}
		a.limited[p.Date][p.Meal] = true
	}
	return a, nil
}

// keep writes the stories, whole tables at a time.
func keep(ctx context.Context, tx pgx.Tx, stories []*story) error {
	revs := table{name: "profile_revs", columns: []string{"profile_id", "rev"}}
	devices := table{name: "devices", columns: []string{"id", "profile_id", "created_at", "seen_at"}}
	orders := table{name: "orders",
		columns: []string{"id", "profile_id", "company_id", "status", "source", "week", "version", "rev", "gross_amount", "discount",
			"net_amount", "company_share", "employee_share", "wallet_amount", "payable_amount", "amount_due", "vat_amount", "company_vat_amount",
			"terms", "quote", "quote_hash", "draft_revs", "handoff_key", "created_at", "paid_at", "device_id"}}
	deliveries := table{name: "deliveries",
		columns: []string{"id", "order_id", "profile_id", "company_id", "delivery_date", "cutoff", "address_id", "live",
			"gross_amount", "net_amount", "company_share", "vat_amount", "share_before"}}
	lines := table{name: "order_lines",
		columns: []string{"delivery_id", "meal", "name", "qty", "price", "discounted", "total", "vat", "position"}}
	periods := table{name: "share_periods", columns: []string{"profile_id", "company_id", "duration", "period_start", "granted"}}
	uses := table{name: "share_uses",
		columns: []string{"delivery_id", "company_id", "profile_id", "duration", "period_start", "amount", "state"}}
	attempts := table{name: "attempts",
		columns: []string{"id", "purpose", "subject_id", "profile_id", "company_id", "reference", "amount", "email", "status", "reason",
			"fort_id", "card", "created_at", "expires_at", "settled_at"}}
	notifications := table{name: "payment_events",
		columns: []string{"id", "identity", "source", "reference", "fort_id", "command", "status", "response_code", "amount", "verified",
			"outcome", "at"}}
	amendments := table{name: "amendments",
		columns: []string{"id", "order_id", "profile_id", "company_id", "device_id", "status", "base_version", "quote", "quote_hash",
			"difference", "wallet_amount", "payable_amount", "refund_wallet", "refund_card", "draft_revs", "save_key", "created_at", "settled_at"}}
	refunds := table{name: "refunds",
		columns: []string{"id", "attempt_id", "fort_id", "amount", "cause", "cause_id", "status", "at", "sent_at", "done_at"}}
	topups := table{name: "topups", columns: []string{"id", "profile_id", "company_id", "amount", "key", "created_at"}}
	var moves []moved
	for _, s := range stories {
		if s.rev == 0 && len(s.posts) == 0 {
			continue
		}
		revs.add(s.m.Profile.ID, s.rev)
		devices.add(s.device, s.m.Profile.ID, s.m.Joined.Start(), s.now)
		for start, granted := range s.periods() {
			periods.add(s.m.Profile.ID, s.m.Profile.CompanyID, s.terms.ShareDuration, start, int64(granted))
		}
		for _, o := range s.orders {
			orders.add(o.ID, o.ProfileID, o.CompanyID, o.Status, o.Source, o.Week, o.Version, o.Rev, int64(o.GrossAmount), int64(o.Discount),
				int64(o.NetAmount), int64(o.CompanyShare), int64(o.EmployeeShare), int64(o.WalletAmount), int64(o.PayableAmount), int64(o.AmountDue),
				int64(o.VatAmount), int64(o.CompanyVatAmount), o.Terms, o.Quote, o.QuoteHash, o.DraftRevs, o.HandoffKey, o.CreatedAt,
				o.PaidAt, o.DeviceID)
			for _, d := range o.days {
				deliveries.add(d.ID, d.OrderID, d.ProfileID, d.CompanyID, d.DeliveryDate, d.Cutoff, d.AddressID, d.Live, int64(d.GrossAmount),
					int64(d.NetAmount), int64(d.CompanyShare), int64(d.VatAmount), int64(d.ShareBefore))
				for i, l := range d.items {
					lines.add(d.ID, l.Meal, l.Name, l.Qty, int64(l.Price), int64(l.Discounted), int64(l.Total), int64(l.VAT), i)
				}
				if u := d.use; u != nil {
					uses.add(u.DeliveryID, u.CompanyID, u.ProfileID, u.Duration, u.PeriodStart, int64(u.Amount), u.State)
				}
			}
		}
		for _, a := range s.attempts {
			attempts.add(a.ID, a.Purpose, a.SubjectID, a.ProfileID, a.CompanyID, a.Reference, int64(a.Amount), a.Email, a.Status, a.Reason, a.FortID,
				a.Card, a.CreatedAt, a.ExpiresAt, a.SettledAt)
		}
		for _, e := range s.notifications {
			notifications.add(e.ID, e.Identity, e.Source, e.Reference, e.FortID, e.Command, e.Status, e.ResponseCode, int64(*e.Amount), e.Verified,
				e.Outcome, e.At)
		}
		for _, m := range s.amendments { // the database accepts a new amendment only as Initiated
			amendments.add(m.ID, m.OrderID, m.ProfileID, m.CompanyID, m.DeviceID, "Initiated", m.BaseVersion, m.Quote, m.QuoteHash,
				int64(m.Difference), int64(m.WalletAmount), int64(m.PayableAmount), int64(m.RefundWallet), int64(m.RefundCard), m.DraftRevs, m.SaveKey,
				m.CreatedAt, m.SettledAt)
		}
		for _, r := range s.refunds {
			refunds.add(r.ID, r.AttemptID, r.FortID, int64(r.Amount), r.Cause, r.CauseID, r.Status, r.At, r.SentAt, r.DoneAt)
		}
		for _, t := range s.topups {
			topups.add(t.ID, t.ProfileID, t.CompanyID, int64(t.Amount), t.Key, t.CreatedAt)
		}
		moves = append(moves, s.moves...)
	}
	slices.SortStableFunc(moves, func(a, b moved) int { return cmp.Or(a.at.Compare(b.at)) })
	orderMoves := table{name: "order_moves", columns: []string{"order_id", "was", "became", "cause", "at"}}
	amendmentMoves := table{name: "amendment_moves", columns: []string{"amendment_id", "was", "became", "cause", "at"}}
	for _, m := range moves {
		if m.amendment {
			amendmentMoves.add(m.id, m.was, m.became, m.cause, m.at)
		} else {
			orderMoves.add(m.id, m.was, m.became, m.cause, m.at)
		}
	}
	if err := copyAll(ctx, tx, revs, devices, orders, deliveries, lines, periods, uses, attempts, notifications, amendments, refunds, topups,
		orderMoves, amendmentMoves); err != nil {
		return err
	}
	settled := make([]string, len(amendments.rows))
	for i, row := range amendments.rows {
		settled[i], _ = row[0].(string)
	}
	if _, err := tx.Exec(ctx, `UPDATE amendments SET status = 'Confirmed' WHERE id = ANY($1)`, settled); err != nil {
		return fmt.Errorf("confirm amendments: %w", err)
	}
	return nil
}

// table is rows to be written to one table of Postgres.
type table struct {
	name    string
	columns []string
	rows    [][]any
}

func (t *table) add(values ...any) { t.rows = append(t.rows, values) }

func copyAll(ctx context.Context, tx pgx.Tx, tables ...table) error {
	for _, t := range tables {
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromRows(t.rows)); err != nil {
			return fmt.Errorf("tell %s: %w", t.name, err)
		}
	}
	return nil
}
