package phone_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/phone"
	"sahn/server/phone/carrier"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
	"sahn/server/push"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// played is a carrier that answers as told, and keeps what it was given.
type played struct {
	mu     sync.Mutex
	answer carrier.Answer
	sent   []carrier.Message
}

func (p *played) Send(_ context.Context, m carrier.Message) carrier.Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, m)
	if p.answer.Outcome == carrier.Taken {
		return carrier.Answer{ID: "wamid." + m.Ref}
	}
	return p.answer
}

// got are the messages since the last time.
func (p *played) got() []carrier.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.sent
	p.sent = nil
	return all
}

// town is a kitchen whose server tells people on their phones, and a mailbox.
type town struct {
	*shop.Kitchen
	phones  *phone.Phones
	carrier *played
	box     *local.Mailbox
	monday  clock.Date // of the week after the one that is open
	had     int        // mails so far
}

var quiet = slog.New(slog.DiscardHandler)

func open(t *testing.T) *town {
	t.Helper()
	h := &town{Kitchen: shop.Open(t), monday: clock.DateOf(servertest.Now).Monday() + 7, carrier: &played{}}
	h.box = h.Mailbox()
	h.phones = &phone.Phones{DB: h.Pool, Carrier: h.carrier, Queue: h.Payments.Queue, Keys: servertest.Secrets, Clock: h.Clock.Now,
		Wording: push.Wording, Log: quiet, Letters: map[string]phone.Undelivered{"week": h.Orders.RemindByMail}}
	pushes, err := push.New(push.Options{DB: h.Pool, Keys: servertest.Secrets, From: "Sahn <hello@sahn.example>", Post: h.Orders.Post,
		Phones: h.phones, Clock: h.Clock.Now, Log: quiet})
	require.NoError(t, err)
	h.Orders.Pushes = pushes
	return h
}

// runs runs the jobs that are due, and those that they plan, until the rest waits for another time.
func (h *town) runs(plan ...river.JobArgs) {
	h.Helper()
	require.NoError(h, db.InTx(h.Context(), h.Pool, func(ctx context.Context, tx db.Tx) error {
		for _, args := range plan {
			if err := h.Payments.Queue.InsertTx(ctx, tx, args, nil); err != nil {
				return err
			}
		}
		return nil
	}))
	workers := river.NewWorkers()
	h.phones.Work(workers)
	h.Orders.Pushes.Work(workers, h.Payments.Queue)
	h.Orders.Work(workers)
	runner, err := job.Start(h.Context(), h.Pool, workers, nil, quiet)
	require.NoError(h, err)
	const waits = "SELECT count(*) FROM river_job WHERE state IN ('available', 'running')"
	// The queue tells nobody when it is empty; the bound only ends a test that hangs.
	require.Eventually(h, func() bool { return servertest.One[int](h, h.Pool, waits) == 0 }, time.Minute, 20*time.Millisecond)
	require.NoError(h, runner.Stop(context.WithoutCancel(h.Context())))
}

// mails counts those that came since the last time.
func (h *town) mails() (n int) {
	h.Helper()
	all, err := h.box.Mails(100)
	require.NoError(h, err)
	n, h.had = len(all)-h.had, len(all)
	return n
}

func (h *town) ask(g *shop.Guest, number string) error {
	_, err := h.phones.HandleAsk(h.Context(), g.Caller, phone.NumberRequest{Number: number})
	return err
}

func (h *town) prove(g *shop.Guest, code string) error {
	_, err := h.phones.HandleProve(h.Context(), g.Caller, phone.CodeRequest{Code: code})
	return err
}

func (h *town) chooses(g *shop.Guest, kinds ...string) {
	h.Helper()
	r := phone.ChooseRequest{Wording: push.Wording}
	for _, k := range kinds {
		r.Kinds = append(r.Kinds, phone.Choice{Kind: k, On: true})
	}
	_, err := h.phones.HandleChoose(h.Context(), g.Caller, r)
	require.NoError(h, err)
}

// guest has chosen lunches for the week after, not ordered them, proved a number, and wants to be told kinds there.
func (h *town) guest(number string, kinds ...string) *shop.Guest {
	h.Helper()
	g := h.GuestOn(nil).Wants(h.monday, h.monday+1)
	require.NoError(h, h.ask(g, number))
	h.runs()
	got := h.carrier.got()
	require.Len(h, got, 1)
	require.NoError(h, h.prove(g, got[0].Values[0]))
	h.chooses(g, kinds...)
	return g
}

// reminded runs the reminder of a guest.
func (h *town) reminded(g *shop.Guest) {
	h.Helper()
	h.runs(order.ReminderMail{Person: g.PersonID, Week: h.monday})
}

func (h *town) state(g *shop.Guest, kind string) string {
	h.Helper()
	return servertest.One[string](h, h.Pool, "SELECT state FROM phone_messages WHERE person_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1",
		g.PersonID, kind)
}

// history are the lines of a person's history about this channel, the oldest first.
func (h *town) history(g *shop.Guest) []string {
	h.Helper()
	return servertest.One[[]string](h, h.Pool, `SELECT coalesce(array_agg(kind || ' ' || given || ' ' || way ORDER BY n), '{}')
		FROM consents WHERE person_id = $1 AND channel = 'whatsapp'`, g.PersonID)
}

const number = "050 123 4567"

func TestANumberIsProvedByACodeThatGoesThereAndNothingIsToldBeforeItsOwnerChooses(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.GuestOn(nil).Wants(h.monday, h.monday+1)
	require.ErrorContains(t, h.ask(g, "04 123 4567"), "mobile number")
	_, err := h.phones.HandleChoose(t.Context(), g.Caller, phone.ChooseRequest{})
	require.ErrorIs(t, err, phone.ErrNone)
	require.NoError(t, h.ask(g, number))
	h.runs()
	got := h.carrier.got()
	require.Len(t, got, 1)
	require.Equal(t, []string{"+971501234567", "sahn_code", "en"}, []string{got[0].To, got[0].Template, got[0].Language})
	require.Regexp(t, `^[0-9]{6}$`, got[0].Values[0])
	require.Zero(t, servertest.One[int](t, h.Pool, "SELECT count(*)::int FROM phones"))
	require.NotContains(t, servertest.One[string](t, h.Pool, "SELECT string_agg(m::text, '') FROM phone_messages m"), got[0].Values[0])
	require.NoError(t, h.prove(g, got[0].Values[0]))
	said, err := h.phones.HandleSetting(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Equal(t, "+971••••••567", said.Number)
	require.Nil(t, said.Asked)
	require.False(t, slices.ContainsFunc(said.Kinds, func(c phone.Choice) bool { return c.On }), "off until chosen")
	h.reminded(g)
	require.Empty(t, h.carrier.got())
	require.Equal(t, 1, h.mails(), "by mail as before")
	require.Empty(t, h.history(g))
	servertest.Sound(t, h.Pool)
}

func TestCodesAreFewAndWrongOnesAreCounted(t *testing.T) {
	t.Parallel()
	h := open(t)
	g, other := h.GuestOn(nil), h.GuestOn(nil)
	require.ErrorContains(t, h.prove(g, "123456"), "too many wrong tries", "none was asked for")
	require.NoError(t, h.ask(g, number))
	require.ErrorIs(t, h.ask(g, number), phone.ErrTooMany, "not twice in half a minute")
	h.runs()
	code := h.carrier.got()[0].Values[0]
	require.Error(t, h.prove(other, code), "the code is that of its person")
	wrong := fmt.Sprintf("%06d", (map[bool]int{true: 1}[code == "000000"]))
	for range 5 {
		require.ErrorContains(t, h.prove(g, wrong), "not right")
	}
	require.ErrorContains(t, h.prove(g, code), "too many wrong tries")
	for range 4 {
		h.Clock.Move(time.Minute)
		require.NoError(t, h.ask(g, number))
	}
	h.Clock.Move(time.Minute)
	require.ErrorIs(t, h.ask(g, number), phone.ErrTooMany, "five a day")
	require.NoError(t, h.ask(other, number), "which shuts out nobody else")
	h.runs()
	got := h.carrier.got()
	require.Len(t, got, 2, "codes that were replaced are not sent")
	h.Clock.Move(11 * time.Minute)
	require.ErrorContains(t, h.prove(other, got[1].Values[0]), "no longer valid")
}

func TestAReminderGoesToThePhoneOnceInsteadOfALetter(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest(number, "week")
	require.Equal(t, []string{"week true page"}, h.history(g))
	h.reminded(g)
	got := h.carrier.got()
	require.Len(t, got, 1)
	require.Equal(t, "+971501234567", got[0].To)
	require.Equal(t, "sahn_week_order", got[0].Template)
	require.Equal(t, []string{"23 – 27 Nov", "Saturday"}, got[0].Values, "a week and a day are all that it says")
	require.Zero(t, h.mails())
	require.Equal(t, "taken", h.state(g, "week"))
	servertest.Do(t, h.Pool, "DELETE FROM river_job")
	h.reminded(g)
	require.Empty(t, h.carrier.got(), "once")
	require.Zero(t, h.mails())
	form, _ := carrier.Named(got[0].Template)
	require.Len(t, got[0].Values, form.Values())
	servertest.Sound(t, h.Pool)
}

// told lets the carrier tell what became of the last reminder.
func (h *town) told(g *shop.Guest, state carrier.State, a carrier.Answer) {
	h.Helper()
	ref := servertest.One[string](h, h.Pool, "SELECT id FROM phone_messages WHERE person_id = $1 AND kind = 'week'", g.PersonID)
	require.NoError(h, h.phones.Told(h.Context(), carrier.Events{Statuses: []carrier.Status{{Ref: ref, ID: "wamid." + ref, State: state,
		At: h.Clock.Now(), Answer: a}}}))
}

func TestWhatDoesNotArriveIsOneLetter(t *testing.T) {
	t.Parallel()
	stays, gone, replied := []string{"week true page"}, []string{"week true page", "week false gone"}, []string{"week true page",
		"week false reply"}
	for name, one := range map[string]struct {
		answer  carrier.Answer
		after   bool // the carrier takes it and says so later
		history []string
		stops   int
	}{
		"not on WhatsApp":         {answer: carrier.Answer{Outcome: carrier.Unreachable, Code: 131026}, history: gone},
		"not on WhatsApp, later":  {answer: carrier.Answer{Outcome: carrier.Unreachable, Code: 131026}, after: true, history: gone},
		"opted out":               {answer: carrier.Answer{Outcome: carrier.Stopped, Code: 131050}, history: replied},
		"kept back":               {answer: carrier.Answer{Outcome: carrier.Undelivered, Code: 131049}, after: true, history: stays},
		"template paused":         {answer: carrier.Answer{Outcome: carrier.Template, Code: 132015}, history: stays, stops: 1},
		"token expired":           {answer: carrier.Answer{Outcome: carrier.Account, Code: 190}, history: stays, stops: 1},
		"a request that is wrong": {answer: carrier.Answer{Outcome: carrier.Wrong, Code: 100}, history: stays, stops: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			g := h.guest(number, "week")
			if !one.after {
				h.carrier.answer = one.answer
			}
			h.reminded(g)
			if one.after {
				require.Zero(t, h.mails())
				h.told(g, carrier.Failed, one.answer)
				h.told(g, carrier.Failed, one.answer)
				h.runs()
			}
			require.Len(t, h.carrier.got(), 1)
			require.Equal(t, "failed", h.state(g, "week"))
			require.Equal(t, 1, h.mails())
			require.Equal(t, one.history, h.history(g))
			require.Equal(t, one.stops, servertest.One[int](t, h.Pool, "SELECT count(*)::int FROM phone_stops"))
			servertest.Sound(t, h.Pool)
		})
	}
}

func TestARefusedAccountIsLeftAloneAndThenTriedByOneMessage(t *testing.T) {
	t.Parallel()
	h := open(t)
	first, second, third := h.guest(number, "week"), h.guest("050 123 4568", "week"), h.guest("050 123 4569", "week")
	h.carrier.answer = carrier.Answer{Outcome: carrier.Account, Code: 190, Reason: "Session has expired"}
	h.reminded(first)
	h.reminded(second)
	require.Len(t, h.carrier.got(), 1, "the second one is not tried")
	require.Equal(t, 2, h.mails(), "both are letters")
	require.Equal(t, "190: Session has expired", servertest.One[string](t, h.Pool, "SELECT code || ': ' || reason FROM phone_stops"))
	cases, err := db.New(h.Pool).CasesWaiting(t.Context(), h.Clock.Now(), h.Clock.Now(), false, 10)
	require.NoError(t, err)
	require.Len(t, cases, 1, "operators see it")
	require.Equal(t, []string{"phone", "account", "190: Session has expired"}, []string{cases[0].Kind, cases[0].ID, cases[0].What})
	h.carrier.answer = carrier.Answer{}
	h.Clock.Move(15 * time.Minute)
	h.runs(order.ReminderMail{Person: third.PersonID, Week: h.monday})
	require.Len(t, h.carrier.got(), 1)
	require.Zero(t, h.mails())
	require.Zero(t, servertest.One[int](t, h.Pool, "SELECT count(*)::int FROM phone_stops"), "it is over")
}

func TestAMessageIsTriedLaterAsTheCarrierAsksAndNotForEver(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest(number, "week")
	h.carrier.answer = carrier.Answer{Outcome: carrier.Later, Code: 131056, Pair: true}
	h.reminded(g)
	id := servertest.One[string](t, h.Pool, "SELECT id FROM phone_messages WHERE kind = 'week'")
	deliver := func() time.Duration {
		wait, err := h.phones.Deliver(t.Context(), id)
		require.NoError(t, err)
		return wait
	}
	require.Equal(t, 64*time.Second, deliver(), "powers of four for one number")
	h.carrier.answer = carrier.Answer{Outcome: carrier.Later, Code: 130429, After: 7 * time.Minute}
	require.Equal(t, 7*time.Minute, deliver(), "as Retry-After says")
	h.carrier.answer = carrier.Answer{Outcome: carrier.Later, Code: 131016}
	require.Equal(t, 80*time.Second, deliver())
	for range 3 {
		require.Positive(t, deliver())
	}
	require.Zero(t, h.mails())
	require.Zero(t, deliver(), "the eighth is the last")
	h.runs()
	require.Equal(t, 1, h.mails())
	require.Equal(t, "failed", h.state(g, "week"))
}

func TestAMessageWithoutAnAnswerIsSentOnceMoreUnlessTheCarrierTellsOfIt(t *testing.T) {
	t.Parallel()
	for _, tells := range []bool{true, false} {
		h := open(t)
		g := h.guest(number, "week")
		h.carrier.answer = carrier.Answer{Outcome: carrier.Unsure}
		h.reminded(g)
		id := servertest.One[string](t, h.Pool, "SELECT id FROM phone_messages WHERE kind = 'week'")
		wait, err := h.phones.Deliver(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, 2*time.Minute, wait, "its turn is not yet")
		if tells {
			h.told(g, carrier.Sent, carrier.Answer{})
		}
		for range 3 {
			h.Clock.Move(2 * time.Minute)
			_, err = h.phones.Deliver(t.Context(), id)
			require.NoError(t, err)
		}
		h.runs()
		require.Len(t, h.carrier.got(), map[bool]int{true: 1, false: 2}[tells])
		require.Equal(t, map[bool]int{true: 0, false: 1}[tells], h.mails())
	}
}

// A carrier tells whole seconds, and tells late.
func TestWhoRepliesStopInTheSecondOfTheProofIsToldNoMoreAndAnOlderReplyEndsNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.Clock.Move(400 * time.Millisecond)
	g := h.guest(number, "week")
	second := h.Clock.Now().Truncate(time.Second)
	require.Less(t, second, h.Clock.Now())
	stop := func(at time.Time) {
		require.NoError(t, h.phones.Told(t.Context(), carrier.Events{Heard: []carrier.Heard{{From: "+971501234567", Stop: true, At: at}}}))
	}
	stop(second.Add(-time.Second))
	require.Equal(t, []string{"week true page"}, h.history(g), "whoever had the number before")
	stop(second)
	stop(second)
	require.Equal(t, []string{"week true page", "week false reply"}, h.history(g))
	require.Zero(t, servertest.One[int](t, h.Pool, "SELECT count(*)::int FROM phones"))
	servertest.Sound(t, h.Pool)
}

func TestANumberGoesWithItsOwnersWordOrTheirAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest(number, "week")
	said, err := h.phones.HandleEnd(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Empty(t, said.Number)
	require.Equal(t, []string{"week true page", "week false page"}, h.history(g))
	gone := h.guest(number, "till")
	gone.Erased()
	require.NoError(t, db.New(h.Pool).ErasePushes(t.Context(), gone.PersonID))
	require.Equal(t, []string{"till true page", "till false erasure"}, h.history(gone))
	require.Zero(t, servertest.One[int](t, h.Pool, "SELECT count(*)::int FROM phones"))
	servertest.Sound(t, h.Pool)
}
