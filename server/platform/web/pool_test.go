package web_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/web"
)

// line is what happens in a pool: who began, in order, and how each ends.
type line struct {
	t     *testing.T
	pool  *web.Pool
	began []string
	leave map[string]func()
	fails map[string]error
}

func newLine(t *testing.T, atOnce int) *line {
	return &line{t: t, pool: web.NewPool(atOnce), leave: map[string]func(){}, fails: map[string]error{}}
}

// ask asks for work of a person of a company, and returns when nothing moves any more.
func (l *line) ask(name, company, person string) {
	ctx, cancel := context.WithTimeout(l.t.Context(), 8*time.Second)
	go func() {
		defer cancel()
		leave, err := l.pool.Enter(ctx, web.Caller{CompanyID: company, ProfileID: person})
		if err != nil {
			l.fails[name] = err
			return
		}
		l.began, l.leave[name] = append(l.began, name), leave
	}()
	synctest.Wait()
}

func (l *line) end(name string) { l.leave[name](); synctest.Wait() }

func TestThirtyReportsOfOnePersonLeaveEverybodyElseTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, 2)
		for i := range 30 {
			l.ask(fmt.Sprint("omar ", i), "harbour", "omar")
		}
		require.Equal(t, []string{"omar 0"}, l.began, "one at a time for a company")
		require.Len(t, l.fails, 26, "and four in all for a person")
		for _, err := range l.fails {
			require.ErrorIs(t, err, web.ErrOwnQueue)
		}
		l.ask("fatima", "meridian", "fatima")
		require.Equal(t, []string{"omar 0", "fatima"}, l.began, "another company does not wait")
		l.ask("hana", "qasr", "hana")
		l.end("omar 0")
		require.Equal(t, []string{"omar 0", "fatima", "hana"}, l.began, "and one that came later goes before his next")
		l.end("fatima")
		require.Equal(t, "omar 1", l.began[3])
		for _, name := range []string{"hana", "omar 1", "omar 2", "omar 3"} {
			l.end(name)
		}
		require.Len(t, l.began, 6)
	})
}

func TestWhoWaitsTooLongIsToldToComeBackAndHoldsNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, 1)
		l.ask("first", "a", "1")
		l.ask("late", "b", "2")
		time.Sleep(9 * time.Second) // virtual
		synctest.Wait()
		require.ErrorIs(t, l.fails["late"], web.ErrBusy)
		l.end("first")
		l.ask("next", "b", "2")
		require.True(t, slices.Contains(l.began, "next"))
		l.end("next")
	})
}

// A colleague waits behind at most a few of one person's, since the company's line is longer than a person's part of it.
func TestAColleagueFindsAPlaceInTheCompanysLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, 1)
		for i := range 9 {
			l.ask(fmt.Sprint("omar ", i), "harbour", "omar")
		}
		l.ask("noor", "harbour", "noor")
		require.NotContains(t, l.fails, "noor")
		for i := range 4 {
			l.end(fmt.Sprint("omar ", i))
		}
		l.end("noor")
	})
}

func TestAHeavyRouteSaysWhenToComeBackAndTheOthersAnswer(t *testing.T) {
	t.Parallel()
	e := newEdge(signedIn{"token": {ProfileID: "p", CompanyID: "c", ClientType: "Admin"}})
	e.Pool = web.NewPool(1)
	heavy, light := whoami(web.Admin), whoami(web.Admin)
	heavy.Path, heavy.Endpoint = "/api/report", web.Heavy(heavy.Endpoint)
	app := newApp(e, heavy, light)
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan struct{}, 4)
	_, err := e.Pool.Enter(ctx, web.Caller{ProfileID: "p", CompanyID: "c"})
	require.NoError(t, err)
	for range 3 {
		go func() { _, _ = e.Pool.Enter(ctx, web.Caller{ProfileID: "p", CompanyID: "c"}); left <- struct{}{} }()
	}
	require.Eventually(t, func() bool { return web.Inside(e.Pool, "person p") == 4 }, 20*time.Second, time.Millisecond)
	got := call(t, app, "GET", "/api/report", "", "Cookie", "sahn_session=token")
	require.Equal(t, 429, got.status)
	require.Equal(t, "10", got.header.Get("Retry-After"))
	require.Equal(t, 200, call(t, app, "GET", "/api/who", "", "Cookie", "sahn_session=token").status)
	cancel()
	for range 3 {
		<-left
	}
}

// However many processors there are, reports hold at most half of the connections, so that a sync finds one.
func TestReportsLeaveHalfOfTheConnectionsToEverythingElse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ processors, connections, want int }{{1, 16, 2}, {2, 16, 2}, {8, 16, 4}, {64, 16, 8}, {64, 4, 2}, {8, 2, 1}} {
		require.Equal(t, c.want, web.HeavyAtOnce(c.processors, c.connections), "%+v", c)
	}
}
