package sync_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/sync"
)

func TestAnIdlePollHasEveryFieldAndEmptyListsInsteadOfNulls(t *testing.T) {
	t.Parallel()
	x := lay(t)
	var r sync.Request
	body := `{"v":3,"app":"2026.11.1","dev":"` + newID() + `","cur":0,"done":0,"clk":{"now":1,"mono":1,"off":0,"age":0},"ops":[]}`
	require.NoError(t, json.Unmarshal([]byte(body), &r))
	body = servertest.JSON(t, x.say(r))
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(body), &all))
	require.ElementsMatch(t, []string{"cur", "ack", "res", "docs", "orders", "now", "menu", "live", "limits", "min"},
		slices.Collect(maps.Keys(all)), "to an app that does not speak of tags")
	require.NotContains(t, strings.Replace(body, `"ack":[0,null]`, "", 1), "null")
	for _, part := range []string{`"cur":0`, `"res":[]`, `"docs":[]`, `"orders":[]`, `"now":1795248000000`,
		`"limits":{"ops":100,"bytes":65536}`, `"min":"2026.11.0"`, `"wallet":0`, `"share_used":{}`, `"portions":{}`, `"taken":[]`,
		`"closed":["2026-12-02","2026-12-03"]`} {
		require.Contains(t, body, part)
	}
	require.Regexp(t, `"menu":\{"2026-11-23":"[0-9a-f]+","2026-11-30":"`, body)
}

func TestAPrefixThatIsSaidAgainGetsTheSameResultsAndChangesNothing(t *testing.T) {
	t.Parallel()
	x := lay(t)
	ops := []sync.Operation{set(1, monday, 0, eat("a", 1)), set(2, monday+5, 0, eat("a", 1)), set(3, tuesday, 0, eat("b", 2)),
		raw(4, "day.set/1", `{"date":"2026-11-25"}`)}
	r := x.request(x.dev, 0, ops...)
	first := x.say(r)
	require.Equal(t, []sync.Code{0, 3, 0, 3}, codes(first))
	require.JSONEq(t, `[[1,0],[2,3,{"reason":"day_closed"}],[3,0],[4,3,{"reason":"bad_items"}]]`, servertest.JSON(t, first.Res))
	before := x.rows()
	for range 3 {
		x.clock.Move(time.Hour)
		again := x.say(r)
		require.Equal(t, servertest.JSON(t, first.Res), servertest.JSON(t, again.Res), "byte for byte")
		require.Equal(t, first.Ack, again.Ack)
		require.Equal(t, first.Docs, again.Docs)
		part := x.say(x.request(x.dev, first.Cur, ops[:2]...))
		require.Equal(t, servertest.JSON(t, first.Res[:2]), servertest.JSON(t, part.Res))
		require.Equal(t, first.Ack, part.Ack, "the ack tells all that the server has")
		require.Empty(t, part.Docs)
	}
	ops[0].A = []byte(" " + strings.ReplaceAll(string(ops[0].A), ",", " ,\n") + " ")
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(x.dev, 0, ops[0]))), "space makes it no other operation")
	require.Equal(t, before, x.rows())
}

func TestANumberThatIsUsedForSomethingElseIsAFork(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]func(op sync.Operation) sync.Operation{
		"another id":      func(op sync.Operation) sync.Operation { op.ID = newID(); return op },
		"another choice":  func(op sync.Operation) sync.Operation { op.A = set(1, monday, 0, eat("b", 1)).A; return op },
		"another kind":    func(op sync.Operation) sync.Operation { op.K = "test.error/1"; return op },
		"the second's id": func(op sync.Operation) sync.Operation { op.N = 2; return op },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := lay(t)
			op, second := set(1, monday, 0, eat("a", 1)), set(2, tuesday, 0, eat("a", 1))
			x.say(x.request(x.dev, 0, op, second))
			before := x.rows()
			_, err := x.try(x.request(x.dev, 0, other(op), set(3, wednesday, 0, eat("a", 1))))
			require.ErrorIs(t, err, sync.ErrFork)
			require.Equal(t, before, x.rows(), "also what came after it was not done")
		})
	}
}

func TestAMissingNumberIsAGapAndSoIsAResultThatTheServerLost(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0, set(1, monday, 0, eat("a", 1))))
	before := x.rows()
	_, err := x.try(x.request(x.dev, 0, set(3, tuesday, 0, eat("a", 1))))
	require.ErrorIs(t, err, sync.ErrGap)
	_, err = x.try(x.request(newID(), 0, set(2, tuesday, 0, eat("a", 1))))
	require.ErrorIs(t, err, sync.ErrGap)
	r := x.request(x.dev, 0)
	r.Done = 2
	_, err = x.try(r)
	require.ErrorIs(t, err, sync.ErrGap, "the database was restored from an older copy")
	require.Equal(t, before, x.rows())
	r.Done = 1
	x.say(r)
}

func TestAnIdThatIsKnownUnderAnotherDeviceHasItsFirstResultAndNoSecondEffect(t *testing.T) {
	t.Parallel()
	x := lay(t)
	good, bad := set(1, monday, 0, eat("a", 1)), set(2, monday+6, 0, eat("a", 1))
	x.say(x.request(newID(), 0, good, bad))
	before := servertest.Rows(t, x.pool, "SELECT * FROM draft_days")
	bad.N, good.N = 1, 2
	renumbered := newID()
	r := x.say(x.request(renumbered, 0, bad, good, set(3, tuesday, 0, eat("b", 1))))
	require.JSONEq(t, `[[1,1,{"result":3,"reason":"day_closed"}],[2,1,{"result":0}],[3,0]]`, servertest.JSON(t, r.Res))
	require.Equal(t, before, servertest.Rows(t, x.pool, "SELECT * FROM draft_days WHERE date = $1", monday))
	again := x.say(x.request(renumbered, 0, bad, good))
	require.Equal(t, servertest.JSON(t, r.Res[:2]), servertest.JSON(t, again.Res), "and again")
	require.EqualValues(t, 3, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations WHERE NOT again"))
	good.N, good.A = 1, set(1, monday, 1, eat("b", 1)).A
	r = x.say(x.request(newID(), 0, good))
	require.JSONEq(t, `[[1,3,{"reason":"id_used"}]]`, servertest.JSON(t, r.Res), "another choice under it is not swallowed")
}

func TestTwoServersThatHearTheSameAtOnceDoItOnce(t *testing.T) {
	t.Parallel()
	x := lay(t)
	other := server(servertest.Another(t, x.pool), x.clock)
	for range 20 {
		r := x.request(newID(), 0, set(1, monday, 1<<40, eat("a", 1)), set(2, tuesday, 1<<40, eat("b", 2)))
		before := servertest.One[int64](t, x.pool, "SELECT coalesce(max(rev), 0) FROM profile_revs")
		replies, errs := make([]sync.Reply, 4), make([]error, 4)
		servertest.Together(len(replies), func(i int) {
			replies[i], errs[i] = []*sync.Syncs{x.syncs, other}[i%2].HandleSync(t.Context(), x.who, r)
		})
		for i := range replies {
			require.NoError(t, errs[i])
			require.Equal(t, []sync.Code{0, 0}, codes(replies[i]))
			require.Equal(t, replies[0].Ack, replies[i].Ack)
		}
		require.Equal(t, before+2, servertest.One[int64](t, x.pool, "SELECT max(rev) FROM profile_revs"), "two writes, not eight")
	}
}

func TestWhatCannotBeReadIsRefusedAndTheNextIsStillDone(t *testing.T) {
	t.Parallel()
	x := lay(t)
	dev, n := newID(), int64(0)
	foreign := servertest.One[string](t, x.pool, "SELECT id FROM addresses WHERE company_id = $1 LIMIT 1", sample.Qasr.ID)
	for _, c := range []struct{ a, reason string }{
		{`{"date":"2026-11-23","items":[{"meal":"a","qty":0}],"seen":0}`, "bad_items"},
		{`{"date":"2026-11-23","items":[{"meal":"a","qty":1.5}],"seen":0}`, "bad_items"},
		{`{"date":"2026-11-23","items":[{"meal":"","qty":1}],"seen":0}`, "bad_items"},
		{`{"date":"2026-11-23","items":[{"meal":"a\u0000b","qty":1}],"seen":0}`, "bad_items"},
		{`{"date":"2026-11-23","items":null,"seen":0}`, "bad_items"},
		{`{"date":"2026-11-23","seen":0}`, "bad_items"},
		{`{"date":"2026-11-23","items":[],"price":1}`, "bad_items"},
		{`{"date":"23.11.2026","items":[],"seen":0}`, "bad_items"},
		{`{"items":[],"seen":0}`, "day_closed"},
		{`{"date":"2026-11-23","items":[],"seen":0,"address_id":"` + foreign + `"}`, "bad_address"},
		{`{"date":"2026-11-23","items":[],"seen":0,"address_id":"00SAHNADDRESS000000000\u00001"}`, "bad_address"},
		{`{"date":"2026-11-23","items":[],"seen":0,"address_id":"x"}`, "bad_address"},
		{`{"date":"2029-11-26","items":[{"meal":"a","qty":1}],"seen":0}`, "day_too_far"},
		{`null`, "day_closed"}, {`[]`, "bad_items"}, {`"x"`, "bad_items"},
		{`{"date":"2026-11-23","items":[],"seen":0,"x":"` + strings.Repeat("x", 9000) + `"}`, "too_large"},
	} {
		n += 2
		r := x.say(x.request(dev, 0, raw(n-1, "day.set/1", c.a), set(n, tuesday, 1<<40, eat("b", int(n)))))
		require.Equal(t, []sync.Code{3, 0}, codes(r), c.a)
		require.JSONEq(t, `{"reason":"`+c.reason+`"}`, string(r.Res[0].Detail), c.a)
		require.Equal(t, []quote.Item{eat("b", int(n))}, x.day(tuesday).Items)
	}
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM draft_days WHERE date <> $1", tuesday))
}

func TestARefusedOperationLeavesNothingOfItself(t *testing.T) {
	t.Parallel()
	x := lay(t)
	r := x.say(x.request(newID(), 0, raw(1, "test.half/1", `{"date":"2026-11-23","items":[{"meal":"a","qty":1}],"seen":0}`)))
	require.Equal(t, []sync.Code{3}, codes(r))
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM draft_days"))
}

func TestAnUnknownKindIsRefusedForAnOldAppAndWaitsForANewOne(t *testing.T) {
	t.Parallel()
	x := lay(t)
	r := x.request(x.dev, 0, set(1, monday, 0, eat("a", 1)), raw(2, "day.dream/1", `{}`))
	r.App = "2026.12.0"
	_, err := x.try(r)
	require.ErrorIs(t, err, sync.ErrLater)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations"), "nothing is consumed as unknown")
	r.V, r.Ops = sync.Version+1, r.Ops[:1]
	_, err = x.try(r)
	require.ErrorIs(t, err, sync.ErrLater, "a newer protocol too")

	r = x.request(x.dev, 0, set(1, monday, 0, eat("a", 1)), raw(2, "day.dream/1", `{}`), set(3, tuesday, 0, eat("a", 1)))
	require.JSONEq(t, `[[1,0],[2,3,{"reason":"unknown_kind"}],[3,0]]`, servertest.JSON(t, x.say(r).Res))
}

func TestAnOldAppOrProtocolIsAskedToUpdate(t *testing.T) {
	t.Parallel()
	x := lay(t)
	for _, r := range []sync.Request{{V: 2, App: "2026.11.1"}, {V: 3, App: "2026.10.9"}, {V: 3, App: ""}, {V: 3, App: "x"}} {
		r.Dev = newID()
		_, err := x.try(r)
		require.ErrorIs(t, err, sync.ErrOutdated, "%+v", r)
	}
}

func TestTooMuchAtOnceIsAskedToBeHalvedAndOneAloneIsAlwaysLookedAt(t *testing.T) {
	t.Parallel()
	x := lay(t)
	var ops []sync.Operation
	for n := range int64(101) {
		ops = append(ops, set(n+1, monday, 1<<40, eat("a", 1)))
	}
	_, err := x.try(x.request(x.dev, 0, ops...))
	require.ErrorIs(t, err, sync.ErrTooLarge)
	require.Len(t, x.say(x.request(x.dev, 0, ops[:100]...)).Res, 100)

	big := raw(101, "day.set/1", `{"x":"`+strings.Repeat("x", 70_000)+`"}`)
	_, err = x.try(x.request(x.dev, 0, big, set(102, monday, 1<<40)))
	require.ErrorIs(t, err, sync.ErrTooLarge)
	require.JSONEq(t, `[[101,3,{"reason":"too_large"}]]`, servertest.JSON(t, x.say(x.request(x.dev, 0, big)).Res))
}

func TestAnOperationThatBreaksTheServerThreeTimesIsSetAsideAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"test.panic/1", "test.error/1"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			x := lay(t)
			r := x.request(x.dev, 0, set(1, monday, 0, eat("a", 1)), raw(2, kind, `{"odd":"\u0000 \ud800"}`), set(3, tuesday, 0, eat("b", 1)))
			for range 2 {
				_, err := x.try(r)
				require.ErrorIs(t, err, sync.ErrLater)
				require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations"))
				require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM draft_days"))
			}
			done := x.say(r)
			require.Equal(t, []sync.Code{0, 4, 0}, codes(done))
			require.Len(t, done.Docs, 2)
			require.Equal(t, servertest.JSON(t, done.Res), servertest.JSON(t, x.say(r).Res))
			require.Contains(t, servertest.One[string](t, x.pool, "SELECT payload FROM quarantine"), `\u0000 \ud800`, "kept whole")
			require.Equal(t, 3, servertest.One[int](t, x.pool, "SELECT strikes FROM quarantine"))
		})
	}
}

func TestADatabaseThatIsAwayNeverCountsAgainstAnOperation(t *testing.T) {
	t.Parallel()
	x := lay(t)
	for range 5 {
		_, err := x.try(x.request(newID(), 0, raw(1, "test.away/1", `{}`)))
		require.Equal(t, fault.Unavailable, fault.As(err).Kind)
	}
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM quarantine"))
}

func TestTheDeviceOfAnotherProfileMayNotSpeak(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0))
	before := servertest.Rows(t, x.pool, "SELECT * FROM devices")
	x.who = servertest.Eater(t, x.pool, sample.Harbour)
	x.clock.Move(time.Hour)
	_, err := x.try(x.request(x.dev, 0, set(1, monday, 0, eat("a", 1))))
	require.ErrorIs(t, err, sync.ErrRevoked)
	require.Equal(t, fault.Refused, fault.As(err).Kind)
	require.Equal(t, before, servertest.Rows(t, x.pool, "SELECT * FROM devices"), "and leaves no trace")
}

func TestARevokedDeviceMayNotSpeakAndWhatItSaidStays(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0, set(1, monday, 0, eat("a", 1))))
	servertest.Do(t, x.pool, "UPDATE devices SET revoked_at = now()")
	_, err := x.try(x.request(x.dev, 0, set(2, tuesday, 0, eat("a", 1))))
	require.ErrorIs(t, err, sync.ErrRevoked)
	require.Equal(t, []quote.Item{eat("a", 1)}, x.day(monday).Items)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations"))
}

func TestASessionThatEndedIsRefusedInsideTheTransactionAndNothingIsDone(t *testing.T) {
	t.Parallel()
	x := lay(t)
	op := set(1, monday, 0, eat("a", 1))
	dev := newID()
	servertest.Do(t, x.pool, "DELETE FROM sessions")
	_, err := x.try(x.request(dev, 0, op))
	require.ErrorIs(t, err, web.ErrUnauthenticated)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM devices"))
	x.who = servertest.SignIn(t, x.pool, x.who)
	require.Equal(t, []sync.Code{0}, codes(x.say(x.request(dev, 0, op))), "after signing in again everything is done")
	servertest.Do(t, x.pool, "UPDATE profiles SET status = 'Suspended'")
	_, err = x.try(x.request(dev, 0, set(2, tuesday, 0)))
	require.ErrorIs(t, err, web.ErrUnauthenticated)
}

func TestDetailsOfOldResultsAreForgottenAndNumbersAreNot(t *testing.T) {
	t.Parallel()
	x := lay(t)
	x.say(x.request(x.dev, 0, set(1, monday+6, 0)))
	r := x.request(x.dev, 0, set(2, monday, 0))
	r.Done = 1
	x.clock.Move(89 * 24 * time.Hour)
	x.say(r)
	require.Equal(t, 1, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations WHERE detail IS NOT NULL"))
	r.Ops = []sync.Operation{set(3, monday, 1<<40)}
	x.clock.Move(2 * 24 * time.Hour)
	x.say(r)
	require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations WHERE detail IS NOT NULL"))
	require.Equal(t, 3, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations"))
}
