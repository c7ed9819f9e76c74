package person

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/web"
)

// What a server can tell of a solution without its record of those that were used says yes each time.
func TestWithoutTheRecordASolutionWouldLetInEverybody(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	p := &People{keys: [][]byte{[]byte("one")}, now: func() time.Time { return now }}
	who := web.Caller{IP: "203.0.113.9"}
	puzzle, err := p.puzzle(who, "a@b.example", 50)
	require.NoError(t, err)
	for n := range puzzle.Max + 1 {
		if text := puzzle.Salt + strconv.FormatInt(n, 10); workHash(text) == puzzle.Challenge {
			who.Work = text + "." + puzzle.Signature
		}
	}
	for range 3 {
		_, ok := p.solved(who, "a@b.example")
		require.True(t, ok)
	}
	renewed := &People{keys: [][]byte{[]byte("two"), []byte("one")}, now: p.now}
	_, ok := renewed.solved(who, "a@b.example")
	require.True(t, ok, "a replaced secret still knows it")
	renewed.keys = renewed.keys[:1]
	_, ok = renewed.solved(who, "a@b.example")
	require.False(t, ok)
}
