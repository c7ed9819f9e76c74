package pos_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	mrand "math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/pos"
)

// wireFact is a fact in the order in which a till writes it: what repeats comes together, so that it packs well.
type wireFact struct {
	ID    string  `json:"id"`
	Kind  string  `json:"k"`
	N     int64   `json:"n,omitempty"`
	At    int64   `json:"at"`
	Off   int64   `json:"off"`
	Age   int64   `json:"age"`
	Shift string  `json:"s,omitempty"`
	Lines [][]any `json:"l,omitempty"`
	Cash  int64   `json:"c,omitempty"`
	Given int64   `json:"g,omitempty"`
	Card  int64   `json:"t,omitempty"`
	Ref   string  `json:"r,omitempty"`
	Acc   int64   `json:"e,omitempty"`
	Proof string  `json:"p,omitempty"`
}

// morning is so many sales as a counter really makes them: one to three lines of the day's twelve meals, for cash or by card, the
// last ones by customers who show a code, some ten seconds apart.
func (s *till) morning(n int, shift string, random *mrand.Rand, proofs []string) []any {
	entropy := ulid.Monotonic(random64{random}, 0)
	facts := make([]any, n)
	for i := range facts {
		at := s.clock.Now().Add(time.Duration(random.IntN(8000))*time.Millisecond - time.Duration(n-i)*12*time.Second)
		s.last++
		f := wireFact{ID: ulid.MustNew(ulid.Timestamp(at), entropy).String(), Kind: "sale/1", N: s.last, At: at.UnixMilli(), Off: 137,
			Age: int64(at.Sub(s.clock.Now().Add(-4*time.Hour)) / time.Second), Shift: shift}
		var total int64
		for range 1 + random.IntN(3)*random.IntN(2) {
			m, qty := random.IntN(6), 1+random.IntN(2)*random.IntN(2)
			f.Lines = append(f.Lines, []any{meal(m), qty, price(m)})
			total += int64(qty) * int64(price(m))
		}
		switch {
		case n-i <= len(proofs): // codes are for the last few minutes
			f.Acc, f.Proof = min(total, pos.DefaultSaleLimit), proofs[n-i-1]
			f.Cash = total - f.Acc
		case random.IntN(2) == 0:
			f.Cash, f.Given = total, (total+4999)/5000*5000
		default:
			f.Card, f.Ref = total, fmt.Sprintf("%06d", random.IntN(1_000_000))
		}
		facts[i] = f
	}
	return facts
}

type random64 struct{ *mrand.Rand }

func (r random64) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return len(b), nil
}

// A thousand queued sales fit into ten requests, 50 kB compressed and 302 kB before compression, and are booked once.
func TestAThousandQueuedSalesGoInTenSmallRequests(t *testing.T) {
	t.Parallel()
	p, s := counter(t, shares)
	opened := s.fact("open/1", nil)
	s.says(opened)
	facts := s.morning(1000, opened["id"].(string), mrand.New(mrand.NewPCG(1, 2)), nil)
	sent, plain, heard := 0, 0, 0
	began := time.Now()
	for i := 0; i < len(facts); i += 100 {
		b := batch(facts[i : i+100]...)
		body, err := json.Marshal(b)
		require.NoError(t, err)
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err = w.Write(body)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		sent, plain = sent+packed.Len(), plain+len(body)
		answer, err := p.pos.HandleCheckout(t.Context(), s.who, b)
		require.NoError(t, err)
		require.Equal(t, "[0]", fmt.Sprint(slices.Compact(short(answer.Res...))))
		heard += len(servertest.JSON(t, answer))
	}
	t.Logf("1,000 sales: %d bytes (%d unpacked) up, %d unpacked down, booked in %s", sent, plain, heard,
		time.Since(began).Round(time.Millisecond))
	require.Less(t, sent, 50_000)
	require.Less(t, plain, 302_000)
	for i := 0; i < len(facts); i += 100 { // and all of it again
		s.says(facts[i : i+100]...)
	}
	require.Equal(t, 1000, p.count("counter_sales"))
	require.Equal(t, 1000, p.count("transactions WHERE cause_type = 'counter'"))
}

// All tills of many sites reconnect at once, and each sends everything twice on two connections, as a bad network would.
// POS_TILLS=20 POS_SALES=1000 is the full-size run.
func TestManyTillsThatComeBackAtOnceAreAllBookedOnce(t *testing.T) {
	t.Parallel()
	tills, sales := number("POS_TILLS", servertest.Amount(4, 8)), number("POS_SALES", servertest.Amount(20, 40))
	p := settle(t, shares)
	type queue struct {
		*till
		facts []any
	}
	var queues []queue
	for n := range tills {
		s := p.till()
		opened := s.fact("open/1", nil)
		var proofs []string
		for range min(4, sales) {
			proofs = append(proofs, p.proof(p.eater(0)))
		}
		facts := append([]any{opened}, s.morning(sales, opened["id"].(string), mrand.New(mrand.NewPCG(uint64(n), 7)), proofs)...)
		queues = append(queues, queue{s, facts})
	}
	p.clock.Move(time.Second)
	servers := []*pos.Pos{p.pos, p.server(servertest.Another(t, p.pool))}
	began := time.Now()
	var all sync.WaitGroup
	failed := make(chan error, 4*tills)
	for _, q := range queues {
		for _, server := range servers {
			all.Go(func() {
				for i := 0; i < len(q.facts); i += 100 {
					answer, err := server.HandleCheckout(t.Context(), q.who, batch(q.facts[i:min(i+100, len(q.facts))]...))
					for try := 0; try < 10 && err != nil && fault.As(err) != nil && fault.As(err).Kind == fault.Unavailable; try++ {
						// A machine that does much else keeps one connection waiting too long for the other: a till asks again.
						answer, err = server.HandleCheckout(t.Context(), q.who, batch(q.facts[i:min(i+100, len(q.facts))]...))
					}
					if err != nil {
						failed <- err
						return
					}
					for _, r := range answer.Res {
						if r.Code == pos.Later {
							failed <- fmt.Errorf("later: %s", *r.ID)
						}
					}
				}
			})
		}
	}
	all.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
	took := time.Since(began)
	t.Logf("%d tills, %d sales each, twice: %s, %.0f sales a second", tills, sales, took.Round(time.Millisecond),
		float64(tills*sales)/took.Seconds())
	require.Equal(t, tills*sales, p.count("counter_sales"))
	require.Equal(t, tills*min(4, sales), p.count("counter_sales WHERE company_share = 1500"))
	require.Zero(t, p.count("till_strikes")+p.count("till_quarantine"))
	require.Equal(t, tills, p.count("till_shifts"))
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
