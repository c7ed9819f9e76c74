package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/dev/sample"
	"sahn/server/invoice"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// Past gives the companies of the demo a past, once: colleagues, what all of them ordered, changed and paid from the month before the last
// on, and the invoices of these months, of which the last one's is not paid. It ends with the last working week: what is ahead is left to
// the users of the demo. It returns false, and changes nothing, when somebody has used the demo already. It sends no mail.
func Past(ctx context.Context, conn db.Conn, seller invoice.Seller, now time.Time) (added bool, err error) {
	if added, err = past(ctx, conn, now); err != nil || !added {
		return false, err
	}
	if err := issueBills(ctx, conn, seller, now); err != nil {
		return false, err
	}
	return true, db.InTx(ctx, conn, func(ctx context.Context, tx db.Tx) error {
		return settleBills(ctx, tx, 1, sample.Harbour.ID, sample.Qasr.ID, sample.Meridian.ID)
	})
}

func past(ctx context.Context, conn db.Conn, now time.Time) (added bool, err error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{})
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	companies := []sample.Company{sample.Harbour, sample.Qasr, sample.Meridian}
	var used bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM profile_revs r JOIN profiles p ON p.id = r.profile_id
		WHERE p.company_id IN ($1, $2, $3))`, companies[0].ID, companies[1].ID, companies[2].ID).Scan(&used); err != nil || used {
		return false, err
	}
	today := clock.DateOf(now)
	last := monthStart(monthStart(today) - 1)
	a, err := loadSetting(ctx, tx, now, (monthStart(last-1) + 6).Monday(), (today - 5).Monday())
	if err != nil {
		return false, err
	}
	source := chance(1)
	a.rand, a.id = rand.New(source), sample.Entropy(source)
	var stories []*story
	began := (today - 130).Start().Add(9 * time.Hour)
	for _, c := range companies {
		known, others := sample.Cast(c, today)
		if err := arrive(ctx, tx, c, known, others, began); err != nil {
			return false, err
		}
		own := *a
		own.terms = termsOf(c)
		for _, m := range append(known, others...) {
			stories = append(stories, own.storyOf(m))
		}
	}
	if err := keep(ctx, tx, stories); err != nil {
		return false, err
	}
	if err := post(ctx, tx, stories, func() string { return a.id(now) }); err != nil {
		return false, err
	}
	return true, tx.Commit(ctx)
}

// arrive lets a company and those of its people who are known begin in the past, and inserts their colleagues.
func arrive(ctx context.Context, tx pgx.Tx, c sample.Company, known, others []sample.Member, began time.Time) error {
	hash, err := passwordHash()
	if err != nil {
		return err
	}
	persons := table{name: "persons", columns: []string{"id", "email", "name", "mobile", "password_hash", "created_at"}}
	profiles := table{name: "profiles",
		columns: []string{"id", "person_id", "company_id", "client_type", "status", "address_id", "created_at", "used_at", "proved_at"}}
	for _, m := range others {
		joined, p := m.Joined.Start().Add(8*time.Hour), m.Profile
		persons.add(m.Person.ID, m.Person.Email, m.Person.Name, m.Person.Mobile, hash, joined)
		profiles.add(p.ID, p.PersonID, p.CompanyID, p.ClientType, p.Status, p.AddressID, joined, joined, joined)
	}
	ids := make([]string, len(known))
	for i, m := range known {
		ids[i] = m.Profile.ID
	}
	if _, err := tx.Exec(ctx, `WITH company AS (UPDATE companies SET created_at = $1 WHERE id = $2), people AS (UPDATE persons
		SET created_at = $1 WHERE id IN (SELECT person_id FROM profiles WHERE id = ANY($3)))
		UPDATE profiles SET created_at = $1, proved_at = $1 WHERE id = ANY($3)`, began, c.ID, ids); err != nil {
		return fmt.Errorf("begin %s earlier: %w", c.Name, err)
	}
	return copyAll(ctx, tx, persons, profiles)
}
