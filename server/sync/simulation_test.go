package sync_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/draft"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/sync"
)

// A phone is what a device keeps, as simply as it can be kept.
type phone struct {
	id         string
	nextN      int64
	sentN      int64
	done, cur  int64
	base       map[clock.Date]draft.Day
	ops        []sync.Operation
	kept       *sync.Reply // an answer that is still on its way
	keptDevice string
}

func (p *phone) copied() *phone {
	c := *p
	c.base, c.ops, c.kept = maps.Clone(p.base), slices.Clone(p.ops), nil
	return &c
}

// town is several phones of one eater and a real server, with all that was ever saved.
type town struct {
	*rapid.T
	server *sync.Syncs
	q      *db.Queries
	who    web.Caller
	phones []*phone
	saved  map[string][]byte // content by id
	when   map[string]int    // order of saving by id
	taken  map[string]bool   // ids whose choice was changed before it left
	forks  int
	losses int
}

var days = []clock.Date{monday, tuesday}

func TestPhonesThatLoseRepeatAndCopyNeverLoseOrDoubleAChoice(t *testing.T) {
	t.Parallel()
	x := lay(t)
	require.NoError(t, flag.Set("rapid.nofailfile", "true"))
	forks, losses, alternatives := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		w := &town{T: rt, server: x.syncs, q: db.New(x.pool), who: servertest.Eater(t, x.pool, sample.Harbour), saved: map[string][]byte{},
			when: map[string]int{}, taken: map[string]bool{}}
		for range 2 {
			w.phones = append(w.phones, &phone{id: newID(), nextN: 1, base: map[clock.Date]draft.Day{}})
		}
		rt.Repeat(map[string]func(*rapid.T){
			"edit": func(*rapid.T) { w.edit(w.any()) },
			"send": func(*rapid.T) {
				w.round(w.any(), rapid.SampledFrom([]string{"well", "well", "lost", "twice", "slow"}).Draw(rt, "network"))
			},
			"late": func(*rapid.T) { w.late(w.any()) },
			"copy": func(*rapid.T) {
				if len(w.phones) < 4 {
					w.phones = append(w.phones, w.any().copied())
				}
			},
		})
		w.settle()
		w.check(t, x)
		forks, losses, alternatives = forks+w.forks, losses+w.losses, alternatives+len(w.alternatives())
	})
	require.Positive(t, forks, "copies were found out")
	require.Positive(t, losses, "answers were lost")
	require.Positive(t, alternatives, "phones disagreed")
}

func (w *town) any() *phone {
	return w.phones[rapid.IntRange(0, len(w.phones)-1).Draw(w.T, "phone")]
}

func (w *town) edit(p *phone) {
	date := rapid.SampledFrom(days).Draw(w.T, "date")
	op := set(p.nextN, date, p.base[date].Rev, eat("m", rapid.IntRange(1, 9).Draw(w.T, "portions")))
	if last := len(p.ops) - 1; last >= 0 && p.ops[last].N > p.sentN && dateOf(p.ops[last]) == date {
		op.N = p.ops[last].N // what has not left may still be changed
		w.taken[p.ops[last].ID] = true
		p.ops[last] = op
	} else {
		p.ops = append(p.ops, op)
		p.nextN++
	}
	w.saved[op.ID], w.when[op.ID] = op.A, len(w.when)
}

func (w *town) round(p *phone, network string) {
	ops := slices.Clone(p.ops[:min(3, len(p.ops))])
	if len(ops) > 0 {
		p.sentN = max(p.sentN, ops[len(ops)-1].N)
	}
	r := sync.Request{V: 3, App: "2026.11.1", Dev: p.id, Cur: p.cur, Done: p.done, Ops: ops}
	reply, err := w.hear(r)
	if network == "twice" && err == nil {
		again, err2 := w.hear(r)
		if err2 != nil || !reflect.DeepEqual(asJSON(reply.Res), asJSON(again.Res)) {
			w.Fatalf("said twice, answered differently: %v %v %v", reply.Res, again.Res, err2)
		}
	}
	switch {
	case errors.Is(err, sync.ErrFork) || errors.Is(err, sync.ErrGap):
		w.renumber(p)
	case err != nil:
		w.Fatalf("round: %v", err)
	case network == "lost":
		w.losses++
	case network == "slow":
		p.kept, p.keptDevice = &reply, p.id
	default:
		w.receive(p, reply)
		if r.Dev == p.id && !reflect.DeepEqual(p.view(), w.documents()) && len(p.ops) == 0 {
			w.Fatalf("after a round a phone shows %v, the server has %v", p.view(), w.documents())
		}
	}
}

// hear lets the server do a request and judges what it did to the days: nobody's value may vanish unseen.
func (w *town) hear(r sync.Request) (sync.Reply, error) {
	before, others := w.stored(), w.alternatives()
	reply, err := w.server.HandleSync(w.Context(), w.who, r)
	after := w.stored()
	if err != nil {
		if !reflect.DeepEqual(before, after) {
			w.Fatalf("a refused round changed something")
		}
		return reply, err
	}
	last := map[clock.Date]draft.Change{} // the last applied choice of the round
	seen := map[clock.Date]int64{}
	for _, x := range reply.Res {
		op := r.Ops[slices.IndexFunc(r.Ops, func(o sync.Operation) bool { return o.N == x.N })]
		c := change(op)
		if x.Code == sync.Applied {
			last[c.Date], seen[c.Date] = c, max(seen[c.Date], c.Seen)
		}
	}
	for _, date := range days {
		was, is := before[date], after[date]
		if was.SetRev != is.SetRev {
			if byOther := was.ByDevice == nil || *was.ByDevice != r.Dev; was.SetRev > 0 && byOther && seen[date] < was.SetRev {
				w.Fatalf("%s was overwritten by a device that had not seen it", date)
			}
			if !sameJSON(is.Items, last[date].Items) {
				w.Fatalf("%s holds what nobody chose", date)
			}
		}
	}
	left := w.alternatives()
	for _, a := range others {
		still := slices.ContainsFunc(left, func(b db.DraftAlternative) bool { return a.Date == b.Date && a.DeviceID == b.DeviceID })
		if !still && a.DeviceID != r.Dev && seen[a.Date] < a.Rev {
			w.Fatalf("an alternative of %s vanished unseen", a.Date)
		}
	}
	return reply, nil
}

func (w *town) receive(p *phone, r sync.Reply) {
	if r.Ack.N >= p.nextN || slices.ContainsFunc(p.ops, func(o sync.Operation) bool { return o.N == r.Ack.N && o.ID != *r.Ack.ID }) {
		w.renumber(p)
		return
	}
	p.ops = slices.DeleteFunc(p.ops, func(o sync.Operation) bool { return o.N <= r.Ack.N })
	for _, x := range r.Res {
		p.done = max(p.done, x.N)
	}
	if r.Reset {
		w.Fatalf("reset without a reason")
	}
	if r.Cur < p.cur {
		return
	}
	for _, d := range r.Docs {
		p.base[d.Date] = d
	}
	p.cur = r.Cur
}

func (w *town) late(p *phone) {
	if p.kept == nil {
		return
	}
	r, cur := *p.kept, p.cur
	p.kept = nil
	if p.keptDevice == p.id {
		w.receive(p, r)
		if p.cur < cur && p.keptDevice == p.id {
			w.Fatalf("the cursor fell")
		}
	}
}

func (w *town) renumber(p *phone) {
	w.forks++
	p.id, p.cur, p.done, p.base = newID(), 0, 0, map[clock.Date]draft.Day{}
	for i := range p.ops {
		p.ops[i].N = int64(i + 1)
	}
	p.nextN = int64(len(p.ops) + 1)
	p.sentN = p.nextN - 1
}

// settle heals the network: after a few rounds everybody has said and heard everything.
func (w *town) settle() {
	for round := range 40 {
		quiet := true
		for _, p := range w.phones {
			w.round(p, "well")
			quiet = quiet && len(p.ops) == 0 && reflect.DeepEqual(p.view(), w.documents())
		}
		if quiet && round > 0 {
			return
		}
	}
	w.Fatalf("it never comes to rest")
}

// check reads in SQL that each operation took effect at most once, in order, with the content that was saved.
func (w *town) check(t *testing.T, x *table) {
	rows, err := x.pool.Query(t.Context(), "SELECT device_id, n, id, again, hash FROM operations WHERE profile_id = $1 ORDER BY device_id, n",
		w.who.ProfileID)
	require.NoError(w, err)
	defer rows.Close()
	device, n, order := "", int64(0), -1
	effective := map[string]int{}
	for rows.Next() {
		var dev, id string
		var number int64
		var again bool
		var hash []byte
		require.NoError(w, rows.Scan(&dev, &number, &id, &again, &hash))
		if dev != device {
			device, n, order = dev, 0, -1
		}
		require.Equal(w, n+1, number, "numbers have no gap")
		n = number
		want := sha256.Sum256(append([]byte("day.set/1\n"), w.saved[id]...))
		require.True(w, bytes.Equal(want[:], hash), "what was done is what was saved last")
		if !again {
			effective[id]++
			require.Greater(w, w.when[id], order, "done in the order of saving")
			order = w.when[id]
		}
	}
	require.NoError(w, rows.Err())
	for id := range w.saved {
		if !w.taken[id] || effective[id] > 0 { // a copy may have sent what the other changed
			require.Equal(w, 1, effective[id], id)
		}
	}
	wrong := 0
	require.NoError(w, x.pool.QueryRow(t.Context(), `SELECT count(*) FROM devices d WHERE profile_id = $1
		AND last_n <> (SELECT coalesce(max(n), 0) FROM operations o WHERE o.device_id = d.id)`, w.who.ProfileID).Scan(&wrong))
	require.Zero(w, wrong)
}

func (w *town) stored() map[clock.Date]db.DraftDay {
	rows, err := w.q.DraftDaysOn(w.Context(), w.who.ProfileID, days)
	require.NoError(w, err)
	all := map[clock.Date]db.DraftDay{}
	for _, r := range rows {
		all[r.Date] = r
	}
	return all
}

func (w *town) alternatives() (all []db.DraftAlternative) {
	b := &db.Batch{}
	drafts := draft.Load(b, w.who.ProfileID, days)
	require.NoError(w, b.Each(w.Context(), w.q))
	for _, date := range days {
		all = append(all, drafts[date].Alternatives...)
	}
	return all
}

// documents is what every phone should come to show.
func (w *town) documents() string {
	b := &db.Batch{}
	all := draft.Since(b, w.who.ProfileID, 0)
	require.NoError(w, b.Each(w.Context(), w.q))
	slices.SortFunc(*all, func(a, b draft.Day) int { return cmp.Compare(a.Date, b.Date) })
	return asJSON(*all)
}

func (p *phone) view() string {
	all := []draft.Day{}
	for _, date := range days {
		if d, ok := p.base[date]; ok {
			all = append(all, d)
		}
	}
	return asJSON(all)
}

func change(op sync.Operation) (c draft.Change) {
	if err := json.Unmarshal(op.A, &c); err != nil {
		panic(err)
	}
	return c
}

func dateOf(op sync.Operation) clock.Date { return change(op).Date }

func sameJSON(stored []byte, items []quote.Item) bool {
	var x []quote.Item
	return json.Unmarshal(stored, &x) == nil && slices.Equal(x, items)
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
