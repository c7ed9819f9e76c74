package pos_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

// copied keeps the whole database as it is now, and returns a server on another database with its content: what came after is gone there.
func (p *place) copied() func() *place {
	p.t.Helper()
	restore := servertest.Copy(p.t, p.pool)
	return func() *place {
		back := *p
		back.pool = restore()
		p.t.Cleanup(func() { servertest.Sound(p.t, back.pool) })
		back.pos = back.server(back.pool)
		back.admin = servertest.SignIn(p.t, back.pool, p.admin)
		return &back
	}
}

// tablet is a till that keeps what it said and sends what waits as the app does: a hundred at a time, in its order. A deaf one is an
// app that does not listen to what the server has had.
type tablet struct {
	*till
	deaf    bool
	kept    []any
	settled int // so many of them, from the first
	had     int64
	results []string // the answers so far, by the fact
}

// keeping is a place with one tablet.
func keeping(t *testing.T) (*place, *tablet) {
	p, s := counter(t, nil)
	return p, &tablet{till: s}
}

func (s *tablet) happens(facts ...any) { s.kept = append(s.kept, facts...) }

// sends lets the tablet speak until nothing waits, and answers how often the server restored it of a gap.
func (s *tablet) sends(to *place) (gaps int) {
	s.t.Helper()
	for s.settled < len(s.kept) {
		until := min(s.settled+100, len(s.kept))
		b := batch(s.kept[s.settled:until]...)
		if s.had > 0 && !s.deaf {
			b.Had = strconv.FormatInt(s.had, 10)
		}
		answer, err := to.pos.HandleCheckout(s.t.Context(), s.who, b)
		if errors.Is(err, pos.ErrGap) {
			gaps++
			s.had, s.settled = fault.As(err).Detail.(pos.Gap).Had, 0
			require.Less(s.t, gaps, 5)
			continue
		}
		require.NoError(s.t, err)
		s.results = append(s.results[:s.settled], short(answer.Res...)...)
		s.settled, s.had = until, answer.Had
	}
	return gaps
}

// The database is restored from a copy with 97 of a hundred sales. Before the till connects again it has sold on, undone a sale that the
// copy lost, and counted its drawer.
func TestASaleThatARestoredServerLostIsBookedBeforeWhatIsAboutIt(t *testing.T) {
	t.Parallel()
	for name, deaf := range map[string]bool{"the till knows what the server had": false, "unsafe twin: it does not": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, s := keeping(t)
			s.deaf = deaf
			opened := s.fact("open/1", nil)
			sell := func() fields { return s.sells(fields{"s": opened["id"]}) }
			s.happens(opened)
			for range 97 {
				s.happens(sell())
			}
			s.sends(p)
			restore := p.copied()
			lost := sell()
			s.happens(lost, sell(), sell())
			s.sends(p)
			require.Equal(t, 100, p.count("counter_sales"), "all was well")

			back := restore()
			require.Equal(t, 97, back.count("counter_sales"), "and three are really gone")
			s.happens(sell(), sell(), s.fact("void/1", fields{"o": lost["id"], "s": opened["id"], "m": "wrong meal"}), sell(), sell(),
				s.fact("close/1", fields{"s": opened["id"], "f": 0}))
			gaps := s.sends(back)
			if deaf {
				require.Equal(t, 101, back.count("counter_sales"), "the twin loses what the copy lost")
				require.Equal(t, 1, back.count("till_quarantine WHERE reason = 'sale_unknown'"), "and what was about it")
				return
			}
			require.Equal(t, 1, gaps)
			require.Equal(t, []int{104, 103, 1},
				[]int{back.count("counter_sales"), back.count("counter_sales WHERE voided_at IS NULL"), back.count("till_shifts")})
			require.Zero(t, back.count("till_quarantine"))
			require.Equal(t, strings.Repeat("0 ", 107), strings.Join(s.results, " ")+" ", "each has an answer, and none a flag")
			require.Equal(t, 103*price(0), back.balance("sales"))
			require.Zero(t, s.sends(back), "and it is over")
		})
	}
}

func TestARestoreThatLostNothingButAVoidOrACountIsNoticed(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]func(s *tablet, opened, sold fields) fields{
		"a void": func(s *tablet, _, sold fields) fields { return s.undoes(sold) },
		"a count": func(s *tablet, opened, _ fields) fields {
			return s.fact("close/1", fields{"s": opened["id"], "f": 100})
		},
		"what was set aside": func(s *tablet, _, _ fields) fields {
			return s.fact("void/1", fields{"o": s.who.TillID, "m": "nobody knows that sale"})
		},
	} {
		p, s := keeping(t)
		opened := s.fact("open/1", nil)
		sold := s.sells(fields{"s": opened["id"]})
		s.happens(opened, sold)
		s.sends(p)
		restore := p.copied()
		s.happens(last(s, opened, sold))
		s.sends(p)
		before := strings.Join(s.results, ",")
		back := restore()
		require.Less(t, (&till{place: back, who: s.who}).terms().Had, s.had, name)
		s.happens(s.fact("reprint/1", fields{"o": sold["id"], "m": "x"}))
		require.Equal(t, 1, s.sends(back), name)
		require.Equal(t, before+",0", strings.Join(s.results, ","), name)
		require.Equal(t, 4, back.count("till_facts"), name)
	}
}

// What the office books from paper is not what the till was heard to say.
func TestReceiptsThatTheOfficeScannedDoNotHideThatOthersAreMissing(t *testing.T) {
	t.Parallel()
	p, s := keeping(t)
	s.happens(s.sells(nil))
	s.sends(p)
	restore := p.copied()
	unseen, scanned := s.sells(nil), s.sells(nil)
	s.happens(unseen, scanned)
	s.sends(p)
	back := restore()
	require.Equal(t, pos.Booked, back.recovers(s.receipt(scanned)).Code)
	s.happens(s.sells(nil))
	require.Equal(t, 1, s.sends(back))
	require.Equal(t, 4, back.count("counter_sales"))
	require.Zero(t, back.count("till_quarantine"))
}

// A tablet that was mislaid comes back after the office has booked its receipt. Its own word is a duplicate, and still it was heard.
func TestASaleThatTheOfficeScannedAndTheTillThenSaidComesBackAfterARestore(t *testing.T) {
	t.Parallel()
	p, s := keeping(t)
	s.happens(s.sells(nil))
	s.sends(p)
	restore := p.copied()
	mislaid := s.sells(nil)
	p.clock.Move(time.Hour)
	require.Equal(t, pos.Booked, p.recovers(s.receipt(mislaid)).Code)
	require.Equal(t, noon.UTC(), p.tills(p.admin, "").Data[0].SeenAt, "who scans paper has not seen the tablet")
	s.happens(mislaid)
	s.sends(p)
	require.EqualValues(t, 2, s.had)
	s.settled = 1
	s.sends(p)
	require.EqualValues(t, 2, s.had, "said twice it is heard once")

	back := restore()
	s.happens(s.sells(nil))
	require.Equal(t, 1, s.sends(back))
	require.Equal(t, 3, back.count("counter_sales"))
	require.EqualValues(t, 3, s.had)
}

func TestAnAnswerThatGotLostIsNoGap(t *testing.T) {
	t.Parallel()
	p, s := keeping(t)
	s.happens(s.sells(nil))
	s.sends(p)
	s.happens(s.sells(nil), s.sells(nil))
	_, err := p.pos.HandleCheckout(t.Context(), s.who, batch(s.kept[1:]...))
	require.NoError(t, err, "and the till never hears it")
	s.happens(s.sells(nil))
	require.Zero(t, s.sends(p))
	require.Equal(t, 4, p.count("counter_sales"))
	for _, nonsense := range []string{"x", "-3", "1e9", "9999999999999999999999"} {
		b := batch(s.kept[0])
		b.Had = nonsense
		answer, err := p.pos.HandleCheckout(t.Context(), s.who, b)
		if errors.Is(err, pos.ErrGap) {
			continue
		}
		require.NoError(t, err, nonsense)
		require.EqualValues(t, 4, answer.Had)
	}
}

// Twenty tills come to a server that lost the last minutes, all at once and each twice, as a bad network would.
func TestManyTillsOfARestoredServerAreEachBookedOnce(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	tills := make([]*tablet, 20)
	for i := range tills {
		tills[i] = &tablet{till: p.till()}
		for range 6 {
			tills[i].happens(tills[i].sells(nil))
		}
		tills[i].sends(p)
	}
	restore := p.copied()
	for i, s := range tills {
		for range i % 4 {
			s.happens(s.sells(nil))
		}
		s.sends(p)
		s.happens(s.sells(nil), s.sells(nil))
	}
	back := restore()
	var all sync.WaitGroup
	total := 0
	for _, s := range tills {
		total += len(s.kept)
		for range 2 {
			one := *s
			one.results = slices.Clone(s.results)
			all.Go(func() { one.sends(back) })
		}
	}
	all.Wait()
	require.Equal(t, total, back.count("counter_sales"))
	require.Zero(t, back.count("till_quarantine")+back.count("till_strikes"))
}

// mark is what the tablet's receipt key makes of a text.
func (s *till) mark(text string) string {
	s.t.Helper()
	key, err := base64.RawURLEncoding.DecodeString(s.paired.ReceiptKey)
	require.NoError(s.t, err)
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:8])
}

// before is how the tablet says who it was.
func (s *till) before(publicKey string) *pos.Before {
	b := pos.Before{Till: s.who.TillID, Prefix: s.paired.Prefix, Company: s.company.ID}
	b.Mark = s.mark(strings.Join([]string{"pair", b.Till, b.Prefix, b.Company, publicKey}, "\n"))
	return &b
}

func (p *place) pairs(code, publicKey string, before *pos.Before) (pos.Paired, error) {
	return p.pos.HandlePair(p.t.Context(), web.Caller{IP: "10.0.0.2"}, pos.PairRequest{Code: code, PublicKey: publicKey, Before: before})
}

// A copy is put back that is older than the pairing: nobody knows the till, which sells on.
func TestATillThatARestoredServerDoesNotKnowIsItselfAgainAndItsSalesAreBookedOnce(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	restore := p.copied()
	p.till() // of somebody else, so that numbers differ
	s := &tablet{till: p.till()}
	opened := s.fact("open/1", nil)
	s.happens(opened, s.sells(fields{"s": opened["id"]}), s.sells(fields{"s": opened["id"]}))
	s.sends(p)
	back := restore()
	known, err := back.pos.Till(t.Context(), s.who.TillID)
	require.NoError(t, err)
	require.Nil(t, known.Key, "nobody knows it")
	s.happens(s.sells(fields{"s": opened["id"]}), s.fact("void/1", fields{"o": s.kept[1].(fields)["id"], "s": opened["id"], "m": "x"}))

	key := newKey(t)
	code := back.code()
	again, err := back.pairs(code, key, s.before(key))
	require.NoError(t, err)
	require.Equal(t, []string{s.paired.Till, s.paired.Prefix, s.paired.ReceiptKey}, []string{again.Till, again.Prefix, again.ReceiptKey})
	lost, err := back.pairs(code, key, s.before(key))
	require.NoError(t, err)
	require.Equal(t, again, lost, "its answer was lost")
	lost, err = back.pairs(back.code(), key, s.before(key))
	require.NoError(t, err)
	require.Equal(t, again, lost, "and the code was mislaid too")
	require.Equal(t, 1, back.count("tills"))

	require.Equal(t, 1, s.sends(back), "it is asked for all that it keeps")
	require.Equal(t, []string{"0", "0", "0", "0", "0"}, s.results)
	s.had, s.settled = 0, 0
	require.Zero(t, s.sends(back))
	require.Equal(t, []int{3, 2, 1},
		[]int{back.count("counter_sales"), back.count("counter_sales WHERE voided_at IS NULL"), back.count("till_shifts")})
	require.Equal(t, 2*price(0), back.balance("sales"))
	receipt := s.receipt(s.kept[2])
	require.Equal(t, pos.Booked, back.recovers(receipt).Code, "its printed receipts are still its own")
	require.Equal(t, 3, back.count("counter_sales"))
	other := back.till()
	require.NotEqual(t, again.Prefix, other.paired.Prefix, "and nobody gets its number")

	// Unsafe twin: without a word of who it was it is another till, and its own sales of before are nobody's.
	back = restore()
	key = newKey(t)
	stranger, err := back.pairs(back.code(), key, nil)
	require.NoError(t, err)
	require.NotEqual(t, s.paired.Till, stranger.Till)
	_, err = back.pos.HandleRecover(t.Context(), back.admin, pos.RecoverRequest{Receipt: receipt})
	require.ErrorIs(t, err, pos.ErrReceipt)
}

func TestATillsNumberThatSomebodyGotMeanwhileIsNotGivenTwice(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	restore := p.copied()
	s := p.till()
	back := restore()
	taken := back.till()
	require.Equal(t, s.paired.Prefix, taken.paired.Prefix, "nobody said that an older copy was put back")
	key := newKey(t)
	again, err := back.pairs(back.code(), key, s.before(key))
	require.NoError(t, err)
	require.Equal(t, s.paired.Till, again.Till, "its receipts are its own all the same")
	require.NotEqual(t, taken.paired.Prefix, again.Prefix)
	require.NotEqual(t, again.Prefix, back.till().paired.Prefix)

	restored := restore()
	require.NoError(t, pos.Restored(t.Context(), restored.pool))
	next := restored.till()
	again, err = restored.pairs(restored.code(), key, s.before(key))
	require.NoError(t, err)
	require.Equal(t, s.paired.Prefix, again.Prefix)
	require.NotEqual(t, again.Prefix, next.paired.Prefix, "where somebody said it, new tablets leave room")
	require.Equal(t, 2, restored.count("tills"))
}

func TestOnlyATabletThatProvesItIsTakenForATillThatItWas(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	restore := p.copied()
	s, thief := p.till(), p.till()
	back := restore()
	for name, change := range map[string]func(b *pos.Before){
		"another till's mark":   func(b *pos.Before) { b.Till = thief.who.TillID },
		"another number":        func(b *pos.Before) { b.Prefix = "P9" },
		"another company":       func(b *pos.Before) { b.Company = servertest.NewCompany(t, back.pool, nil).ID },
		"no mark":               func(b *pos.Before) { b.Mark = "" },
		"no till":               func(b *pos.Before) { b.Till = "x" },
		"a mark of another key": func(b *pos.Before) { other := newKey(t); *b = *s.before(other) },
	} {
		key := newKey(t)
		b := s.before(key)
		change(b)
		paired, err := back.pairs(back.code(), key, b)
		require.NoError(t, err, name)
		require.NotEqual(t, s.who.TillID, paired.Till, name)
		require.NotEqual(t, thief.who.TillID, paired.Till, name)
	}
	key := newKey(t)
	elsewhere, odd := *s, *s
	elsewhere.place = &place{t: t, company: servertest.NewCompany(t, back.pool, nil)}
	odd.paired.Prefix = "Pantry"
	for name, other := range map[string]*pos.Before{"what was sold at one company is not booked at another": elsewhere.before(key),
		"a number is a number": odd.before(key)} {
		paired, err := back.pairs(back.code(), key, other)
		require.NoError(t, err)
		require.NotEqual(t, s.who.TillID, paired.Till, name)
	}

	huge := *s
	huge.paired.Prefix = "P2147483647"
	paired, err := back.pairs(back.code(), key, huge.before(key))
	require.NoError(t, err)
	number, err := strconv.Atoi(strings.TrimPrefix(paired.Prefix, "P"))
	require.NoError(t, err)
	require.Less(t, number, 100, "nobody's word uses the numbers up")
	require.NotPanics(t, func() { back.till() })

	// Whom the office has shut out is nobody's till again.
	p.done(p.pos.HandleRevoke(t.Context(), p.admin, pos.TillRequest{ID: s.who.TillID}))
	paired, err = p.pairs(p.code(), key, s.before(key))
	require.NoError(t, err)
	require.NotEqual(t, s.who.TillID, paired.Till)
	revoked, err := p.pos.Till(t.Context(), s.who.TillID)
	require.NoError(t, err)
	require.True(t, revoked.Revoked)
}

// The copy that knows the till under its older key comes back: the tablet is let in again with the code of the company.
func TestATillWhoseNewKeyWasForgottenIsItselfAgain(t *testing.T) {
	t.Parallel()
	p, s := keeping(t)
	s.happens(s.sells(nil))
	s.sends(p)
	key := newKey(t)
	again, err := p.pairs(p.code(), key, s.before(key))
	require.NoError(t, err)
	require.Equal(t, []string{s.paired.Till, s.paired.Prefix}, []string{again.Till, again.Prefix})
	known, err := p.pos.Till(t.Context(), again.Till)
	require.NoError(t, err)
	point, err := known.Key.Bytes()
	require.NoError(t, err)
	require.Equal(t, key, base64.RawURLEncoding.EncodeToString(point))
	s.happens(s.sells(nil))
	require.Zero(t, s.sends(p))
	require.Equal(t, 2, p.count("counter_sales"))
}
