package servertest

import (
	"bytes"
	"encoding/binary"
	"flag"
	"iter"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Amount is how much a test does: short in the quick gate (go test -short, as scripts/test runs it), long in the deep one (scripts/soak).
// Of ordered cases, the quick gate takes a slice that is the same in every run.
func Amount(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

// Deep runs a test only in the deep gate. stays says what the quick gate checks of the same rule.
func Deep(t testing.TB, stays string) {
	t.Helper()
	if testing.Short() {
		t.Skip("scripts/soak runs it; the quick gate has " + stays)
	}
}

// Slice is the numbers from 0 to n-1; in the quick gate only the first, each stride after it, and the last.
func Slice(n, stride int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if (!testing.Short() || i%stride == 0 || i == n-1) && !yield(i) {
				return
			}
		}
	}
}

// FixSeed gives rapid's properties the same cases in every quick run. It is called by a TestMain, before Main.
func FixSeed() {
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("rapid.seed", "1")
	}
}

// Dice is a test's source of randomness: always the same in the quick gate, a new one in each deep run. A failed test logs the seed;
// SAHN_SEED=<seed> with the test's name repeats it.
func Dice(t testing.TB) *rand.Rand {
	t.Helper()
	seed := uint64(1)
	if wanted := os.Getenv("SAHN_SEED"); wanted != "" {
		var err error
		seed, err = strconv.ParseUint(wanted, 10, 64)
		require.NoError(t, err, "SAHN_SEED")
	} else if !testing.Short() {
		seed = rand.Uint64()
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat it with SAHN_SEED=%d go test -run '^%s$'", seed, t.Name())
		}
	})
	return rand.New(rand.NewPCG(seed, 1))
}

// CutThroughout is CutEverywhere in the deep gate. In the quick gate it cuts at the first message, at every forty-first after it and at
// each commit, which is the last message: a statement takes eight messages or four, so the cuts meet each kind of message.
func CutThroughout(t testing.TB, pool *pgxpool.Pool, do func(conn *pgxpool.Pool) error, look func(c Cut)) (messages, lost int) {
	t.Helper()
	return cutEach(t, pool, Amount(41, 1), do, look)
}

// cutEach cuts at the first message, at every stride-th after it and at each commit.
func cutEach(t testing.TB, pool *pgxpool.Pool, stride int, do func(conn *pgxpool.Pool) error, look func(c Cut)) (messages, lost int) {
	t.Helper()
	try := func(c Cut, from int) (kind byte, said int) {
		w := Breaks(c)
		own := through(t, pool, func(conn net.Conn) net.Conn { return &cutAtCommit{&wired{Conn: conn, w: w}, w, from} })
		err := do(own)
		w.mu.Lock()
		kind, said = w.kind, w.said // before the pool is closed, which sends a message too
		w.mu.Unlock()
		own.Close()
		if kind == 0 {
			require.NoError(t, err)
			return 0, said
		}
		require.Error(t, err, "the wire broke at %+v", Cut{said, c.Lost})
		look(Cut{said, c.Lost})
		return kind, said
	}
	for from := 1; ; from++ {
		kind, said := try(Cut{At: 1 + (from+stride-2)/stride*stride}, from)
		switch kind {
		case 0:
			return said, lost
		case query, syncing:
			again, _ := try(Cut{At: said, Lost: true}, said)
			require.NotZero(t, again)
			lost++
		}
		from = said
	}
}

// cutAtCommit makes a wire break at a commit that comes before the message at which it was to break. A commit is a message of its own,
// or the end of a batch.
type cutAtCommit struct {
	net.Conn
	w    *Wire
	from int // commits before this message were cut already
}

var (
	commit  = []byte("commit\x00")
	batched = []byte("\x00COMMIT\x00")
)

// commits is the number of the message that carries out a commit among those that are written together, 0 without one.
func commits(b []byte) int {
	in := false
	for n := 1; len(b) >= 5 && b[0] != 0; n++ {
		long := min(len(b), int(binary.BigEndian.Uint32(b[1:]))+1)
		in = in || b[0] == 'P' && bytes.Contains(b[:long], batched)
		if b[0] == query && bytes.HasSuffix(b[:long], commit) || b[0] == syncing && in {
			return n
		}
		b = b[long:]
	}
	return 0
}

func (c *cutAtCommit) Write(b []byte) (int, error) {
	if n := commits(b); n > 0 {
		c.w.mu.Lock()
		if at := c.w.said + n; at >= c.from && c.w.kind == 0 {
			c.w.cut.At = at
		}
		c.w.mu.Unlock()
	}
	return c.Conn.Write(b)
}
