package pos_test

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/invoice"
	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

// buys lets somebody buy one meal on their account, and answers the sale's id.
func (s *till) buys(who web.Caller, more fields) string {
	s.t.Helper()
	sold := s.sells(fields{"c": 0, "e": price(0), "p": s.proof(who)}.with(more))
	require.Equal(s.t, pos.Booked, s.says(sold)[0].Code)
	return sold["id"].(string)
}

func (p *place) reports(who web.Caller, sale string) error {
	_, err := p.pos.HandleReport(p.t.Context(), who, pos.ReportRequest{Sale: sale})
	return err
}

// decides lets an operator decide the one dispute that there is.
func (p *place) decides(who web.Caller, outcome string) error {
	_, err := p.pos.HandleDecide(p.t.Context(), who,
		pos.DecideRequest{ID: servertest.One[string](p.t, p.pool, "SELECT id FROM counter_disputes"), Outcome: outcome, Note: "we looked"})
	return err
}

// books is every wallet, share and account of the place, as it stands.
func (p *place) books(who web.Caller) []money.Fils {
	p.t.Helper()
	owed, err := ledger.Owed(p.t.Context(), db.New(p.pool), who.ProfileID)
	require.NoError(p.t, err)
	granted := money.Fils(servertest.One[int64](p.t, p.pool, "SELECT coalesce(sum(granted), 0)::bigint FROM share_periods"))
	stated := money.Fils(servertest.One[int64](p.t, p.pool,
		"SELECT coalesce(sum(amount), 0)::bigint FROM counter_shares WHERE state = 'used'"))
	return []money.Fils{servertest.Spendable(p.t, p.pool, who), owed, granted, stated, p.balance("company"), p.balance("sales"),
		p.balance("receivable"), p.balance("cash")}
}

func TestWhoSaysThatAPurchaseWasNotTheirsHasTheirCodesBlockedAtOnceAlsoPhotographedOnes(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	s.offline(5000)
	mariam := p.eater(10 * price(0))
	sale := s.buys(mariam, nil)
	p.clock.Move(time.Second)
	photographed, unheard := p.proof(mariam), s.sells(fields{"c": 0, "e": price(0), "p": p.proof(mariam)})
	letters := p.shown(mariam).Typed
	require.Empty(t, s.terms().Frozen)
	p.clock.Move(time.Second)
	require.NoError(t, p.reports(mariam, sale))

	before := p.books(mariam)
	_, err := p.pos.HandleCode(t.Context(), mariam, none)
	require.ErrorIs(t, err, pos.ErrFrozen)
	for _, code := range []string{photographed, letters} {
		_, err = s.asks(code, price(0))
		require.Equal(t, error(pos.ErrCodeFrozen), err)
	}
	require.Equal(t, []pos.Frozen{{Profile: mariam.ProfileID, Before: p.clock.Now().Unix()}}, s.terms().Frozen,
		"a till without a network learns it with its terms")
	require.Equal(t, []string{"4 code_frozen"}, short(s.says(unheard)...), "also what a till sold before it heard of it waits")
	require.Equal(t, []string{"0 no_proof late_shift"}, short(s.says(s.sells(fields{"p": photographed}))...), "and cash names nobody")
	require.Equal(t, before[:5], p.books(mariam)[:5])

	// A new code buys, and the photographed one never again.
	p.clock.Move(time.Second)
	_, err = p.pos.HandleCodeAgain(t.Context(), mariam, none)
	require.NoError(t, err)
	require.Empty(t, p.shown(mariam).Typed, "letters are those of a minute, and somebody has photographed them")
	s.buys(mariam, nil)
	_, err = s.asks(photographed, price(0))
	require.Equal(t, error(pos.ErrCodeFrozen), err)
	p.clock.Move(time.Minute)
	require.NotEmpty(t, p.shown(mariam).Typed)
	require.Equal(t, pos.Booked, p.reviewed("code_frozen").Code, "an operator who has looked books what was right")
}

func TestSupportGivesACodeBackAndItIsInTheTrail(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam, sara := p.eater(0), servertest.Operator(t, p.pool, "support")
	require.NoError(t, p.reports(mariam, s.buys(mariam, nil)))
	p.clock.Move(time.Second)
	for range 2 {
		p.done(p.pos.HandleUnfreeze(t.Context(), sara, pos.UnfreezeRequest{ID: mariam.ProfileID, Reason: "called us"}))
	}
	s.buys(mariam, nil)
	require.Equal(t, 1, p.count("acts WHERE kind = 'person.code' AND note = 'called us' AND subject = $1", mariam.ProfileID))
}

func TestAMailedLinkSaysFirstWhatItIsAboutAndReportsOnce(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam, omar := p.eater(0), p.eater(0)
	sale := s.buys(mariam, fields{"c": 300, "e": price(0) - 300})
	token := pos.NotMeToken(p.pos, sale)
	look := func(token string) (pos.NotMe, error) {
		return p.pos.HandleLink(t.Context(), web.Caller{}, pos.NotMeRequest{Token: token})
	}
	press := func(token string) (pos.NotMe, error) {
		return p.pos.HandleLinkReport(t.Context(), web.Caller{}, pos.NotMeRequest{Token: token})
	}
	seen, err := look(token)
	require.NoError(t, err)
	require.Equal(t, pos.NotMe{Till: "Pantry", Place: seen.Place, At: noon.UTC(), Amount: price(0), Account: price(0) - 300}, seen)
	require.Zero(t, p.count("counter_disputes")+p.count("counter_freezes"), "to look changes nothing")

	for _, bad := range []string{"", sale, sale + ".", token[:len(token)-1], strings.Replace(token, ".", "..", 1),
		s.buys(omar, nil) + token[26:], strings.ToLower(token)} {
		_, err := press(bad)
		require.ErrorIs(t, err, pos.ErrLink, bad)
	}
	require.ErrorIs(t, p.reports(omar, sale), fault.ErrNotFound, "nobody reports another's purchase")

	said, err := press(token)
	require.NoError(t, err)
	require.Equal(t, "open", said.Dispute)
	p.clock.Move(time.Second)
	_, err = p.pos.HandleCodeAgain(t.Context(), mariam, none)
	require.NoError(t, err)
	for range 2 {
		said, err = press(token)
		require.NoError(t, err)
		require.Equal(t, "open", said.Dispute)
		require.NoError(t, p.reports(mariam, sale))
	}
	s.buys(mariam, nil) // an old link blocks no new code
	require.Equal(t, 1, p.count("counter_disputes"))
	require.Equal(t, 1, p.count("river_job WHERE kind = 'mail_purchase_reported'"), "the company's one admin is told once")

	p.clock.Move(time.Second)
	later := s.buys(mariam, nil)
	p.clock.Move(61 * 24 * time.Hour)
	_, err = press(pos.NotMeToken(p.pos, later))
	require.ErrorIs(t, err, pos.ErrReportOld)
	_, err = press(token)
	require.NoError(t, err, "what was reported in time is still answered")
}

func TestAReportedPurchaseIsTakenBackToTheFilsOnceOrStays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		outcome string
		voided  bool
	}{"reversed": {"reversed", false}, "rejected": {"rejected", false}, "undone by its till meanwhile": {"reversed", true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := settle(t, shares)
			s, mariam := p.till(), p.eater(500)
			sara := servertest.Operator(t, p.pool, "support")
			before := p.books(mariam)
			sale := s.buys(mariam, fields{"c": 300, "e": price(0) - 300})
			require.NotEqual(t, before, p.books(mariam))
			require.NoError(t, p.reports(mariam, sale))
			require.Equal(t, "open", p.bought(mariam, "").Data[0].Dispute)
			if c.voided {
				s.says(s.fact("void/1", fields{"o": sale, "m": "wrong"}))
			}
			own := servertest.Operator(t, p.pool, "support")
			servertest.Do(t, p.pool, "UPDATE profiles SET person_id = $1 WHERE id = $2", mariam.PersonID, own.ProfileID)
			servertest.Do(t, p.pool, "UPDATE sessions SET person_id = $1 WHERE profile_id = $2", mariam.PersonID, own.ProfileID)
			own.PersonID = mariam.PersonID
			require.ErrorIs(t, p.decides(own, c.outcome), pos.ErrOwnDispute)

			var wait sync.WaitGroup
			for range 4 {
				wait.Go(func() { require.NoError(t, p.decides(sara, c.outcome)) })
			}
			wait.Wait()
			other := map[string]string{"reversed": "rejected", "rejected": "reversed"}[c.outcome]
			require.ErrorIs(t, p.decides(sara, other), pos.ErrDecided)

			if c.outcome == "reversed" {
				require.Equal(t, before, p.books(mariam))
				require.Equal(t, 1, p.count("transactions WHERE cause_id = $1 AND kind = 'refund'", sale))
			} else {
				require.NotEqual(t, before, p.books(mariam))
			}
			require.Equal(t, c.outcome, p.bought(mariam, "").Data[0].Dispute)
			require.Equal(t, 1, p.count("river_job WHERE kind = 'mail_purchase_decided'"))
			require.Equal(t, 1, p.count("acts WHERE kind = 'dispute.' || $1", c.outcome))
		})
	}
}

func TestEachPurchaseWithACodeIsWrittenToItsBuyerOnce(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam := p.eater(0)
	sold, cash := s.sells(fields{"c": 0, "e": price(0), "p": p.proof(mariam)}), s.sells(nil)
	for range 2 {
		s.says(sold, cash)
	}
	require.Equal(t, 1, p.count("river_job WHERE kind = 'mail_purchase'"))

	box, err := local.StartMailbox(local.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, box.Stop()) })
	sender, err := mail.New(box.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(t, err)
	sender.Public = &url.URL{Scheme: "https", Host: "lunch.example"}
	p.pos.Post = &mail.Post{DB: p.pool, Sender: sender, Clock: p.clock.Now, Log: p.pos.Log}
	p.pos.Invoiced = (&invoice.Invoices{Conn: p.pool, Clock: p.clock.Now,
		Seller: invoice.Seller{Name: "Sahn", TRN: "100000000000003", Address: "Dubai"}}).DocumentOf
	sale := sold["id"].(string)
	require.NoError(t, p.reports(mariam, sale))
	require.NoError(t, p.decides(servertest.Operator(t, p.pool, "support"), "reversed"))
	workers := river.NewWorkers()
	p.pos.Work(workers)
	runner, err := job.Start(t.Context(), p.pool, workers, nil, p.pos.Log)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return p.count("river_job WHERE finalized_at IS NULL") == 0 }, time.Minute, 20*time.Millisecond)
	require.NoError(t, runner.Stop(context.WithoutCancel(t.Context())))
	mails, err := box.Mails(10)
	require.NoError(t, err)
	said := map[string]string{}
	for _, m := range mails {
		said[m.Subject] = m.Text
		require.NotContains(t, m.Text, lunch()[0].Name, "no dishes: letters are passed on")
	}
	require.Len(t, said, 3, "%v", said)
	bought := said["You paid "+price(0).String()+" at "+p.bought(mariam, "").Data[0].Place]
	require.Contains(t, bought, "https://lunch.example/not-me#"+pos.NotMeToken(p.pos, sale))
	require.Contains(t, bought, "Tax invoice: TI-2026-000001\n")
	require.NotContains(t, said["A purchase of "+price(0).String()+" was reported"], servertest.One[string](t, p.pool,
		"SELECT name FROM persons WHERE id = $1", mariam.PersonID), "an admin does not learn who it was")
	require.Contains(t, said["We took the purchase of "+price(0).String()+" back"], "Our support writes: we looked")
	require.Contains(t, said["We took the purchase of "+price(0).String()+" back"], "Tax credit note TC-2026-000001 is with the purchase")
}
