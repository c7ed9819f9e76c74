package kitchen_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/kitchen"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// corrects publishes the week again with other allergens of one meal.
func (h *fixture) corrects(meal string, allergens map[string]menu.Presence) {
	h.Helper()
	require.NoError(h, db.InTx(h.Context(), h.pool, func(ctx context.Context, tx db.Tx) error {
		versions, err := published.Versions(ctx, tx.Queries, servertest.Week, servertest.Week)
		require.NoError(h, err)
		offer := versions[servertest.Week].Week
		for i, m := range offer.Meals {
			if m.ID == meal {
				offer.Meals[i].Allergens = allergens
			}
		}
		_, err = published.Publish(ctx, tx.Queries, offer, h.clock.Now())
		return err
	}))
}

func (h *fixture) writes() {
	h.Helper()
	require.NoError(h, h.kitchen.WriteDown(h.Context()))
}

// avoids says what somebody avoids, and whether it may be printed.
func (h *fixture) avoids(b bought, label bool, avoids ...string) {
	h.Helper()
	servertest.Do(h, h.pool, "UPDATE persons SET avoids = $2, label_avoids = $3 WHERE id = $1", b.who.PersonID, avoids, label)
}

func (h *fixture) calls(b bought, name string) {
	h.Helper()
	servertest.Do(h, h.pool, "UPDATE persons SET name = $2 WHERE id = $1", b.who.PersonID, name)
}

func TestLabelsThatWerePrintedBeforeAnAllergenWasCorrectedAreToldApart(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal, c := servertest.Meal(tue, 0), h.paidFor(100)
	h.corrects(meal, map[string]menu.Presence{"dairy": menu.Contains})
	h.buys(c, 2, tue)
	h.buys(c, 1, tue)
	first := h.closes(tue)
	require.Equal(t, []string{"dairy"}, first.Meals[0].Contains)

	h.corrects(meal, map[string]menu.Presence{"dairy": menu.Contains, "nuts": menu.Contains})
	between := h.production(tue)
	require.False(t, between.Reconciled)
	require.Equal(t, 1, between.Differs)
	require.Equal(t, []string{"dairy"}, between.Meals[0].Contains, "what was written down stands until the delta")
	require.Equal(t, first.Mark, between.Mark)

	h.writes()
	second := h.production(tue)
	require.True(t, second.Reconciled)
	require.NotEqual(t, first.Mark, second.Mark)
	require.Equal(t, []string{"dairy", "nuts"}, second.Meals[0].Contains)
	require.Equal(t,
		[]kitchen.ChangedText{{Kind: "meal", ID: meal, Name: first.Meals[0].Name, Field: "contains", Before: "dairy", After: "dairy, nuts"}},
		second.Runs[1].Texts)
	require.Empty(t, second.Runs[1].Lines)
	require.Equal(t, kitchen.Totals{Meals: 3, People: 2, Places: 1}, second.Runs[1].Anew)
	require.Equal(t, first.Totals, second.Totals)

	h.corrects(meal, map[string]menu.Presence{"dairy": menu.Contains})
	h.writes()
	require.Equal(t, first.Mark, h.production(tue).Mark, "the same content has the same mark")
}

// Nuts were published at ten, the labels printed two minutes later, before the job came by.
func TestLabelsOfTodayNameAnAllergenThatWasCorrectedAMomentAgo(t *testing.T) {
	t.Parallel()
	h := open(t)
	meal := servertest.Meal(tue, 0)
	h.corrects(meal, map[string]menu.Presence{"dairy": menu.Contains})
	h.buys(h.paidFor(100), 1, tue, wed)
	first := h.closes(tue)
	h.until(tue, 10)
	h.corrects(meal, map[string]menu.Presence{"dairy": menu.Contains, "nuts": menu.Contains})
	acts := servertest.One[int](t, h.pool, "SELECT count(*)::int FROM acts")
	prints := func(k *kitchen.Kitchen, run string) []byte {
		file, err := k.HandlePaper(t.Context(), h.cook, kitchen.PaperOf(tue, "labels", run))
		require.NoError(t, err)
		return file.Body
	}

	stuck := *h.kitchen
	only := h.pool.Config()
	only.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	pool, err := pgxpool.NewWithConfig(t.Context(), only)
	require.NoError(t, err)
	defer pool.Close()
	stuck.Conn = pool
	require.NotEmpty(t, prints(&stuck, ""))
	texts, err := kitchen.TextsOf(t.Context(), &stuck, tue, "packing", 0)
	require.NoError(t, err)
	require.Contains(t, texts, "NOT the newest: 1 thing differs by now. Print again.", "it is printed also where nothing can be written")
	require.Len(t, h.production(tue).Runs, 1)

	printed := prints(h.kitchen, "")
	p := h.production(tue)
	require.Len(t, p.Runs, 2)
	require.Equal(t, []string{"dairy", "nuts"}, p.Meals[0].Contains)
	require.NotEqual(t, first.Mark, p.Mark)
	require.Equal(t, printed, prints(h.kitchen, ""))
	require.NotEmpty(t, prints(h.kitchen, "1"))
	h.writes()
	require.Len(t, h.production(tue).Runs, 2, "the job finds nothing to add")
	require.Equal(t, acts, servertest.One[int](t, h.pool, "SELECT count(*)::int FROM acts"), "whoever prints has done nothing")

	h.until(tue+1, 9)
	h.corrects(meal, map[string]menu.Presence{"dairy": menu.Contains})
	prints(h.kitchen, "")
	require.Len(t, h.production(tue).Runs, 2, "of a day that is over nothing is printed any more")
}

func TestWhatStandsOnALabelIsWrittenDownAndEachLaterWordIsADelta(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(100)
	one, other := h.buys(c, 1, tue), h.buys(c, 2, tue)
	h.calls(one, "Amal")
	h.calls(other, "Basma")
	h.closes(tue)
	address := servertest.One[string](t, h.pool, "SELECT min(id) FROM addresses WHERE company_id = $1", c.ID)
	servertest.Do(t, h.pool, "UPDATE addresses SET label = 'Floor 3' WHERE id = $1", address)
	h.writes()
	h.calls(one, "Amal Rashid")
	h.avoids(one, true, "nuts", "egg")
	h.avoids(other, false, "fish")
	h.writes()
	p := h.production(tue)
	require.True(t, p.Reconciled)
	require.Len(t, p.Runs, 3)
	require.Equal(t,
		[]kitchen.ChangedText{{Kind: "place", ID: address, Name: "Floor 3", Company: c.Name, Field: "label", Before: "Office", After: "Floor 3"}},
		p.Runs[1].Texts)
	require.Equal(t, kitchen.Totals{Meals: 3, People: 2, Places: 1}, p.Runs[1].Anew, "the place stands on everybody's label")
	require.Equal(t, []kitchen.ChangedText{
		{Kind: "lunch", ID: one.deliveries[tue], Name: "Amal Rashid", Company: c.Name, Field: "person", Before: "Amal", After: "Amal Rashid"},
		{Kind: "lunch", ID: one.deliveries[tue], Name: "Amal Rashid", Company: c.Name, Field: "avoids", After: "egg, nuts"},
	}, p.Runs[2].Texts, "what is not to be printed is nobody's business")
	require.Equal(t, kitchen.Totals{Meals: 1, People: 1, Places: 1}, p.Runs[2].Anew)
	require.Equal(t, []string{"egg", "nuts"}, p.Places[0].People[0].Avoids)
}

func TestWhatSomebodyAvoidsIsForgottenAsSoonAsTheyDoNotWantItPrinted(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue)
	h.avoids(b, true, "lupin")
	h.closes(tue)
	kept := func() int {
		return servertest.One[int](t, h.pool, "SELECT count(*)::int FROM run_facts WHERE kind = 'lunch' AND facts::text LIKE '%lupin%'")
	}
	require.Equal(t, 1, kept())
	h.avoids(b, false, "lupin")
	h.writes()
	require.Zero(t, kept())
	p := h.production(tue)
	require.Empty(t, p.Places[0].People[0].Avoids)
	require.Equal(t, "avoids", p.Runs[1].Texts[0].Field)
	require.Equal(t, kitchen.Totals{Meals: 1, People: 1, Places: 1}, p.Runs[1].Anew, "the old label has to go")
}

func TestWhatSomebodyAvoidsIsForgottenAlsoWhereTheirLunchWasHandedOverOrCancelled(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(100)
	eaten, cancelled, other := h.buys(c, 1, tue), h.buys(c, 1, tue), h.buys(c, 1, tue)
	for _, b := range []bought{eaten, cancelled, other} {
		h.avoids(b, true, "lupin")
	}
	h.closes(tue)
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = false WHERE order_id = $1", cancelled.id)
	h.until(tue, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: eaten.deliveries[tue]}).Code)
	h.writes()
	before := h.production(tue)
	h.avoids(eaten, false, "lupin")
	h.avoids(cancelled, false, "lupin")
	h.writes()
	require.Equal(t, other.deliveries[tue],
		servertest.One[string](t, h.pool, "SELECT string_agg(id, ' ') FROM run_facts WHERE kind = 'lunch' AND facts::text LIKE '%lupin%'"))
	after := h.production(tue)
	require.Equal(t, before.Runs, after.Runs, "nobody packs anything anew for it")
	require.True(t, after.Reconciled)
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = true WHERE order_id = $1", cancelled.id)
}

func TestAfterLunchNothingIsWrittenDownAnewOfIt(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue, wed)
	h.closes(tue)
	h.until(tue, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
	h.calls(b, "Somebody Else")
	h.corrects(servertest.Meal(tue, 0), map[string]menu.Presence{"celery": menu.Contains})
	h.writes()
	p := h.production(tue)
	require.Len(t, p.Runs, 1)
	require.True(t, p.Reconciled)
}

func TestWhoAteWhereIsForgottenWhenTheDayIsOverAndWhatWasInTheMealsIsNot(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue)
	h.avoids(b, true, "lupin")
	first := h.closes(tue)
	h.until(tue+1, 0)
	h.writes()
	require.Zero(t, servertest.One[int](t, h.pool, "SELECT count(*)::int FROM run_facts WHERE date = $1 AND kind <> 'meal'", tue))
	h.calls(b, "Her New Name")
	p := h.production(tue)
	require.Equal(t, "Her New Name", p.Places[0].People[0].Person)
	require.Empty(t, p.Places[0].People[0].Avoids)
	require.Equal(t, first.Meals, p.Meals)
	require.True(t, p.Reconciled)
	texts, err := kitchen.TextsOf(t.Context(), h.kitchen, tue, "packing", 0)
	require.NoError(t, err)
	require.Contains(t, texts, "Names and places as they are known now.")
}

func TestWhoIsErasedIsOnNoPaper(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := h.buys(h.paidFor(100), 1, tue)
	h.calls(b, "Nobody Knows Me")
	h.closes(tue)
	h.until(tue, 12)
	require.Equal(t, "done", h.marks(kitchen.Fact{Kind: "delivered", Delivery: b.deliveries[tue]}).Code)
	q := db.New(h.pool)
	require.NoError(t, q.ErasePerson(t.Context(), h.clock.Now(), b.who.PersonID))
	require.NoError(t, q.EraseRunFacts(t.Context(), b.who.PersonID))
	h.writes()
	require.NotContains(t, servertest.Rows(t, h.pool, "SELECT * FROM run_facts"), "Nobody Knows Me")
	p := h.production(tue)
	require.Len(t, p.Runs, 1)
	require.Empty(t, p.Places[0].People[0].Person)
}

// A late payment and a cancellation: somebody has to know whose box is opened.
func TestAChangeTellsForWhomItIs(t *testing.T) {
	t.Parallel()
	h := open(t)
	here, there := h.paidFor(100), h.paidFor(100)
	stays, goes, comes := h.buys(here, 1, tue), h.buys(here, 3, tue), h.buys(there, 2, tue)
	h.calls(stays, "Stays")
	h.calls(goes, "Goes")
	h.calls(comes, "Comes")
	live := func(b bought, live bool) {
		servertest.Do(t, h.pool, "UPDATE deliveries SET live = $2 WHERE order_id = $1", b.id, live)
	}
	live(comes, false)
	first := h.closes(tue)
	live(goes, false)
	live(comes, true)
	h.writes()
	p := h.production(tue)
	run := p.Runs[1]
	var got []string
	for _, l := range run.Lines {
		got = append(got, strings.Join([]string{l.Person, l.Company, l.Label, l.Name}, "|"))
		require.Equal(t, map[string][2]int{"Goes": {3, 0}, "Comes": {0, 2}}[l.Person], [2]int{l.Before, l.After})
	}
	meal := first.Meals[0].Name
	require.ElementsMatch(t, []string{"Goes|" + here.Name + "|Office|" + meal, "Comes|" + there.Name + "|Office|" + meal}, got)
	require.Equal(t, []kitchen.Change{{Meal: servertest.Meal(tue, 0), Name: meal, Qty: -1}}, run.Changes)
	require.Equal(t, [2]int{2, 3}, [2]int{run.Added, run.Taken})
	require.Equal(t, kitchen.Totals{Meals: 2, People: 2, Places: 2}, run.Anew)

	h.writes()
	papers := map[string][]string{}
	for _, name := range []string{"totals", "packing", "driver", "labels", "roll"} {
		texts, err := kitchen.TextsOf(t.Context(), h.kitchen, tue, name, 1)
		require.NoError(t, err)
		papers[name] = texts
		all := strings.Join(texts, " ")
		require.Contains(t, all, "3 meals · 2 people · 2 places · "+p.Mark, "%s: the whole", name)
		require.Contains(t, all, "2 meals · 2 people · 2 places", "%s: the change", name)
		require.NotContains(t, texts, "Stays", name)
	}
	for _, name := range []string{"totals", "packing"} {
		require.Contains(t, papers[name], "Goes")
		require.Contains(t, papers[name], "Comes")
	}
	count := func(name, text string) (n int) {
		for _, one := range papers[name] {
			if one == text {
				n++
			}
		}
		return n
	}
	for _, name := range []string{"labels", "roll"} {
		require.Equal(t, [2]int{2, 0}, [2]int{count(name, "Comes"), count(name, "Goes")}, name)
	}
	require.Equal(t, 2, count("driver", "Office"), "both places")
	live(goes, true)
}

func TestAChangeThatDoesNotExistHasNoPapers(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.buys(h.paidFor(100), 1, tue)
	h.closes(tue)
	for _, run := range []string{"0", "1", "-1", "x", "99999999"} {
		_, err := h.kitchen.HandlePaper(t.Context(), web.Caller{}, kitchen.PaperOf(tue, "labels", run))
		require.ErrorIs(t, err, fault.ErrNotFound, run)
	}
	_, err := h.kitchen.HandlePaper(t.Context(), web.Caller{}, kitchen.PaperOf(tue, "labels", ""))
	require.NoError(t, err)
}

// However many questions a paper takes, somebody who orders meanwhile is on all of it or on none.
func TestAPaperIsOfOneMoment(t *testing.T) {
	t.Parallel()
	h := open(t)
	c := h.paidFor(100)
	h.buys(c, 1, tue)
	late := h.buys(c, 2, tue)
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = false WHERE order_id = $1", late.id)
	first := h.closes(tue)
	var asked []kitchen.Production
	for at := 1; ; at++ {
		n, changed := 0, false
		looking := *h.kitchen
		looking.Conn = &servertest.Conn{Pool: h.pool, Before: func(pgx.Tx) {
			if n++; n == at {
				servertest.Do(t, h.pool, "UPDATE deliveries SET live = NOT live WHERE order_id = $1", late.id)
				h.writes()
				changed = true
			}
		}}
		p, err := kitchen.ProductionOf(t.Context(), &looking, tue)
		require.NoError(t, err)
		if !changed {
			break
		}
		asked = append(asked, p)
	}
	require.Greater(t, len(asked), 3)
	marks := map[int]string{1: first.Mark}
	for _, p := range asked {
		last := p.Runs[len(p.Runs)-1]
		require.True(t, p.Reconciled)
		require.Equal(t, last.Meals, p.Totals.Meals)
		if mark, known := marks[p.Totals.Meals]; known {
			require.Equal(t, mark, p.Mark)
		}
		marks[p.Totals.Meals] = p.Mark
	}
	require.Equal(t, []int{1, 3}, slices.Sorted(maps.Keys(marks)))
	servertest.Do(t, h.pool, "UPDATE deliveries SET live = true")
}
