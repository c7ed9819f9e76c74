package sync_test

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/quote"
	"sahn/server/sync"
)

// squeezed is what a body weighs on the wire.
func squeezed(t *testing.T, v any) int {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(servertest.JSON(t, v)))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Len()
}

// anyID is an id of any time, the hardest to squeeze.
func anyID() string {
	return ulid.MustNew(rand.Uint64N(ulid.MaxTime()), ulid.DefaultEntropy()).String()
}

// asked is a round of a device that holds the context called tag.
func (x *table) asked(dev string, cur, done int64, tag string, ops ...sync.Operation) sync.Request {
	r := x.request(dev, cur, ops...)
	r.Done, r.Tag = done, &tag
	return r
}

func TestAFullCartCosts700BytesEachWayAndNothingToSay150(t *testing.T) {
	t.Parallel()
	x := lay(t)
	first := x.say(x.asked(x.dev, 0, 0, ""))
	require.NotEmpty(t, first.Tag)
	var ops []sync.Operation
	for i := range 5 {
		var items []quote.Item
		for j := range 3 {
			items = append(items, eat(anyID(), 1+j))
		}
		ops = append(ops, set(int64(i+1), monday+clock.Date(i), 0, items...))
	}
	r := x.asked(x.dev, first.Cur, 0, first.Tag, ops...)
	r.Clk = &sync.Clk{Now: 1795248000000, Mono: 123456, Off: -1234, Age: 60000}
	done := x.say(r)
	require.Equal(t, []sync.Code{0, 0, 0, 0, 0}, codes(done))
	require.Len(t, done.Docs, 5)
	up, down := squeezed(t, r), squeezed(t, done)
	t.Logf("five days of three meals: %d up, %d down", up, down)
	require.LessOrEqual(t, up, 700)
	require.LessOrEqual(t, down, 700)

	idle := x.asked(x.dev, done.Cur, 5, first.Tag)
	idle.Ops = nil
	quiet := x.say(idle)
	up, down = squeezed(t, idle), squeezed(t, quiet)
	t.Logf("nothing to say: %d up, %d down", up, down)
	require.LessOrEqual(t, up, 150)
	require.LessOrEqual(t, down, 150)
	require.Greater(t, squeezed(t, first), 150, "with everything in it, it would not be so small")
}

func TestWhatTheDeviceHoldsOfItsContextIsNotSaidAgainUntilItChanges(t *testing.T) {
	t.Parallel()
	x := lay(t)
	first := x.say(x.asked(x.dev, 0, 0, ""))
	quiet := servertest.JSON(t, x.say(x.asked(x.dev, first.Cur, 0, first.Tag)))
	require.JSONEq(t, `{"cur":0,"ack":[0,null],"now":1795248000000}`, quiet)
	require.Contains(t, servertest.JSON(t, x.say(x.asked(x.dev, 0, 0, "another"))), `"limits"`)
	tags := map[string]bool{first.Tag: true}
	for _, change := range []func(){
		func() { servertest.Credit(t, x.pool, x.who, 1) },
		func() { servertest.Do(t, x.pool, "INSERT INTO closed_days (date, name) VALUES ('2026-11-25', 'x')") },
		func() { servertest.Do(t, x.pool, "DELETE FROM menus_current WHERE week = '2026-11-30'") },
		func() {
			servertest.Do(t, x.pool, "INSERT INTO portions (date, meal, cooked) VALUES ('2026-11-24', 'm', 7)")
		},
		func() { servertest.Do(t, x.pool, "UPDATE portions SET cooked = 6 WHERE meal = 'm'") },
	} {
		change()
		r := x.say(x.asked(x.dev, first.Cur, 0, first.Tag))
		require.NotContains(t, tags, r.Tag)
		tags[r.Tag] = true
		require.Equal(t, sync.Limits{Ops: 100, Bytes: 65536}, r.Limits)
		require.Equal(t, "2026.11.0", r.Min)
		first.Tag = r.Tag
		require.Empty(t, x.say(x.asked(x.dev, first.Cur, 0, first.Tag)).Tag, "and then it is held again")
	}
}
