package mail_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/mail"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// office is a database, a mail server, and servers of ours between them.
type office struct {
	*testing.T
	pool  *pgxpool.Pool
	clock *servertest.Clock
	post  *post
	smtp  string
	log   *slog.Logger
	said  bytes.Buffer
}

func openOffice(t *testing.T) *office {
	t.Helper()
	o := &office{T: t, pool: servertest.DB(t), clock: servertest.ClockAt(servertest.Now), post: &post{}}
	o.smtp, o.log = "smtp://"+o.post.open(t), slog.New(slog.NewTextHandler(&o.said, nil))
	return o
}

// server is one more of ours, on a place to begin transactions.
func (o *office) server(conn db.Conn) *mail.Post {
	o.Helper()
	sender, err := mail.New(o.smtp, from)
	require.NoError(o, err)
	return &mail.Post{DB: conn, Sender: sender, Clock: o.clock.Now, Log: o.log}
}

func (o *office) person() string {
	o.Helper()
	id := ulid.Make().String()
	servertest.Do(o, o.pool, "INSERT INTO persons (id, email, name, created_at) VALUES ($1, $2, 'Mariam', $3)", id, "e"+id+"@example.ae",
		servertest.Now)
	return id
}

func letterTo(person, id string) mail.Letter {
	return mail.Letter{mail.Kind{"greeting", 3}, person,
		mail.Message{ID: id, To: "mariam@harbourline.example", Subject: "Hello", Text: "Hello"}, nil}
}

// arrived is the Message-IDs of all mails, in order.
func (o *office) arrived() (ids []string) {
	o.Helper()
	o.post.mu.Lock()
	defer o.post.mu.Unlock()
	for _, p := range o.post.mails {
		m, err := netmail.ReadMessage(bytes.NewReader(p.raw))
		require.NoError(o, err)
		ids = append(ids, m.Header.Get("Message-Id"))
	}
	return ids
}

func TestALetterArrivesOnceHoweverOftenItIsAskedFor(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	for range 3 {
		require.NoError(t, p.Send(t.Context(), letterTo(who, "a")))
		o.clock.Move(time.Hour)
	}
	require.NoError(t, p.Send(t.Context(), letterTo(who, "b")))
	require.Equal(t, []string{"<a@sahn.example>", "<b@sahn.example>"}, o.arrived())
}

func TestWhatHoldsIsReadLastAlsoAfterAnHourWithoutMail(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	send := func(kind mail.Kind, person, id string) error {
		letter := letterTo(person, id)
		letter.Kind = kind
		return p.Send(t.Context(), letter)
	}
	waits := func(kind mail.Kind, id string) {
		t.Helper()
		require.IsType(t, &river.JobSnoozeError{}, send(kind, who, id), id)
		o.clock.Move(time.Minute)
	}
	o.post.refuse = &smtp.SMTPError{Code: 451, Message: "not now"}
	require.Error(t, send(mail.ConfirmedKind, who, "ordered"))
	o.clock.Move(20 * time.Minute)
	waits(mail.ChangedKind, "changed")
	o.clock.Move(20 * time.Minute)
	waits(mail.ChangedKind, "changed-again")
	o.clock.Move(20 * time.Minute)
	o.post.refuse = nil
	waits(mail.ChangedKind, "changed-again")
	waits(mail.ChangedKind, "changed")
	require.NoError(t, send(mail.ReceiptKind, who, "receipt"), "a receipt waits for nobody")
	require.NoError(t, send(mail.ChangedKind, o.person(), "of-somebody-else"))
	require.NoError(t, send(mail.ConfirmedKind, who, "ordered"))
	waits(mail.ChangedKind, "changed-again")
	require.NoError(t, send(mail.ChangedKind, who, "changed"))
	require.NoError(t, send(mail.ChangedKind, who, "changed-again"))
	require.Equal(t, []string{"<receipt@sahn.example>", "<of-somebody-else@sahn.example>", "<ordered@sahn.example>",
		"<changed@sahn.example>", "<changed-again@sahn.example>"}, o.arrived())

	o.post.refuse = &smtp.SMTPError{Code: 550, Message: "no"}
	require.ErrorIs(t, send(mail.ChangedKind, who, "refused"), mail.ErrRefused)
	o.post.refuse = nil
	o.clock.Move(time.Minute)
	require.NoError(t, send(mail.ChangedKind, who, "after-a-refused-one"), "what is never sent keeps nobody waiting")
	o.post.refuse = &smtp.SMTPError{Code: 451, Message: "not now"}
	require.Error(t, send(mail.ChangedKind, who, "given-up"))
	o.post.refuse = nil
	o.clock.Move(time.Minute)
	waits(mail.ChangedKind, "after-one-given-up")
	o.clock.Move(3 * time.Hour)
	require.NoError(t, send(mail.ChangedKind, who, "after-one-given-up"), "nor does what nobody tries any more, for long")
}

func TestAServerThatDiesBetweenSendingAndNotingSoCausesAtMostOneMoreMailOfTheSameMessageID(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	who := o.person()
	dies := func() error {
		accepted := false
		o.post.after = func(*smtp.Conn) { accepted = true }
		conn := &servertest.Conn{Pool: o.pool}
		conn.Rewrite = func(sql string) string {
			if accepted {
				return "SELECT pg_terminate_backend(pg_backend_pid()), $1::text, $2::text" // not a word more reaches the database
			}
			return sql
		}
		return o.server(conn).Send(t.Context(), letterTo(who, "a"))
	}
	require.Error(t, dies())
	require.Equal(t, []string{"<a@sahn.example>"}, o.arrived())

	require.IsType(t, &river.JobSnoozeError{}, o.server(o.pool).Send(t.Context(), letterTo(who, "a")), "it may still be sending")
	o.clock.Move(mail.Lease)
	require.Error(t, dies())
	require.Equal(t, []string{"<a@sahn.example>", "<a@sahn.example>"}, o.arrived())

	o.clock.Move(mail.Lease)
	for range 2 {
		require.ErrorIs(t, o.server(o.pool).Send(t.Context(), letterTo(who, "a")), mail.ErrMaybeTwice)
	}
	require.Len(t, o.arrived(), 2)
}

func TestAfterOneCrashTheNextTryIsTheLast(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	n := 0
	died := servertest.KillEverywhere(t, o.pool, func() (func(*servertest.Conn) error, func() error) {
		n++
		who, id := o.person(), fmt.Sprint("letter-", n)
		do := func(conn *servertest.Conn) error { return o.server(conn).Send(t.Context(), letterTo(who, id)) }
		return do, func() error {
			o.clock.Move(mail.Lease)
			for range 2 {
				if err := o.server(o.pool).Send(t.Context(), letterTo(who, id)); err != nil {
					return err
				}
			}
			return nil
		}
	})
	require.GreaterOrEqual(t, died, servertest.Amount(1, 5))
	times := map[string]int{}
	for _, id := range o.arrived() {
		times[id]++
	}
	require.Len(t, times, n, "none was lost")
	twice := 0
	for id, k := range times {
		require.LessOrEqual(t, k, 2, id)
		if k == 2 {
			twice++
		}
	}
	require.Positive(t, twice, "a server died after it had sent")
}

func TestALostAnswerCountsAsAMailThatMayHaveArrived(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	o.post.after = func(c *smtp.Conn) { _ = c.Conn().Close() }
	for range 2 {
		require.ErrorIs(t, p.Send(t.Context(), letterTo(who, "a")), mail.ErrUncertain)
	}
	require.ErrorIs(t, p.Send(t.Context(), letterTo(who, "a")), mail.ErrMaybeTwice)
	require.Equal(t, []string{"<a@sahn.example>", "<a@sahn.example>"}, o.arrived())
}

func TestAMailServerThatIsAwayForLongLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	o.post.refuse = &smtp.SMTPError{Code: 451, Message: "not now, mariam@harbourline.example"}
	for range mail.Retries - 1 {
		err := p.Send(t.Context(), letterTo(who, "a"))
		require.Error(t, err)
		require.IsNotType(t, &rivertype.JobCancelError{}, err)
	}
	o.post.refuse = nil
	require.NoError(t, p.Send(t.Context(), letterTo(who, "a")))
	require.Equal(t, []string{"<a@sahn.example>"}, o.arrived())
}

func TestARefusedLetterIsGivenUpAndTheLogNamesNobody(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	o.post.refuse = &smtp.SMTPError{Code: 550, Message: "no mariam@harbourline.example here"}
	err := p.Send(t.Context(), letterTo(who, "a"))
	require.ErrorIs(t, err, mail.ErrRefused)
	require.IsType(t, &rivertype.JobCancelError{}, err, "what the queue sees must be this very error")
	require.Contains(t, o.said.String(), "mail: refused")
	for _, secret := range []string{"mariam", "Mariam", "harbourline", "Hello"} {
		require.NotContains(t, o.said.String()+err.Error(), secret)
	}
}

func TestWhatWasSentIsNotedAlsoWhenTheJobEndsMeanwhile(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	ctx, cancel := context.WithCancel(t.Context())
	o.post.after = func(*smtp.Conn) { cancel() }
	require.NoError(t, p.Send(ctx, letterTo(who, "a")))
	require.Error(t, ctx.Err())
	require.NoError(t, p.Send(t.Context(), letterTo(who, "a")))
	require.Len(t, o.arrived(), 1)
}

func TestTwoServersDoNotSendOneLetterAtOnce(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	who, other := o.person(), o.server(servertest.Another(t, o.pool))
	var meanwhile error
	o.post.after = func(*smtp.Conn) { meanwhile = other.Send(t.Context(), letterTo(who, "a")) }
	require.NoError(t, o.server(o.pool).Send(t.Context(), letterTo(who, "a")))
	require.IsType(t, &river.JobSnoozeError{}, meanwhile)
	require.Len(t, o.arrived(), 1)
}

func TestNobodyIsFlooded(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	servers := []*mail.Post{o.server(o.pool), o.server(servertest.Another(t, o.pool))}
	who := o.person()
	var all sync.WaitGroup
	errs := make([]error, 12)
	for i := range errs {
		all.Go(func() { errs[i] = servers[i%2].Send(t.Context(), letterTo(who, fmt.Sprint("letter-", i))) })
	}
	all.Wait()
	sent := 0
	for _, err := range errs {
		if err == nil {
			sent++
			continue
		}
		require.ErrorIs(t, err, mail.ErrTooMany)
	}
	require.Equal(t, 3, sent)
	require.Len(t, o.arrived(), 3)

	another := letterTo(who, "of another kind")
	another.Kind = mail.Kind{"code", 1}
	require.NoError(t, servers[0].Send(t.Context(), another), "a sign-in code is not kept back by other letters")
	require.NoError(t, servers[0].Send(t.Context(), letterTo(o.person(), "to somebody else")))
	o.clock.Move(24*time.Hour + time.Second)
	require.NoError(t, servers[0].Send(t.Context(), letterTo(who, "the next day")))
}

func TestWhoWasErasedIsForgottenHereToo(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	p, who := o.server(o.pool), o.person()
	require.NoError(t, p.Send(t.Context(), letterTo(who, "a")))
	require.NotContains(t, servertest.Rows(t, o.pool, "SELECT * FROM mails"), "harbourline", "letters are known by their effect")
	servertest.Do(t, o.pool, "DELETE FROM persons WHERE id = $1", who)
	require.Equal(t, "[]", servertest.Rows(t, o.pool, "SELECT * FROM mails"))
}
