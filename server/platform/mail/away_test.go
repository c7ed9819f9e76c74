package mail_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
)

// greeting is the job that sends a letter.
type greeting struct {
	Person string `json:"person"`
	ID     string `json:"id"`
	To     string `json:"to"`
}

func (greeting) Kind() string { return "mail_greeting" }

// plan puts letters into the queue, of one person each.
func (o *office) plan(to string, ids ...string) {
	o.Helper()
	queue, err := job.NewQueue(o.log)
	require.NoError(o, err)
	require.NoError(o, db.InTx(o.Context(), o.pool, func(ctx context.Context, tx db.Tx) error {
		for _, id := range ids {
			if err := queue.InsertTx(ctx, tx, greeting{o.person(), id, to}, &river.InsertOpts{MaxAttempts: mail.Retries}); err != nil {
				return err
			}
		}
		return nil
	}))
}

// works lets a server of ours do jobs until none is in the states. The queue has a clock of its own, and tells nobody when it is empty: the
// bound only ends a test that hangs.
func (o *office) works(states ...string) {
	o.Helper()
	p, workers := o.server(o.pool), river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, j *river.Job[greeting]) error {
		letter := letterTo(j.Args.Person, j.Args.ID)
		letter.To = j.Args.To
		return p.Send(ctx, letter)
	}))
	runner, err := job.Start(o.Context(), o.pool, workers, nil, o.log)
	require.NoError(o, err)
	require.Eventually(o, func() bool {
		return servertest.One[int](o, o.pool, "SELECT count(*) FROM river_job WHERE state::text = ANY($1)", states) == 0
	}, time.Minute, 20*time.Millisecond)
	require.NoError(o, runner.Stop(context.WithoutCancel(o.Context())))
}

// anHourLater is after tries for an hour: the newest letter is the next to be tried by itself, and the oldest waits for longest.
func (o *office) anHourLater() {
	o.Helper()
	servertest.Do(o, o.pool, `UPDATE river_job SET scheduled_at = now() + interval '40 minutes' - id * interval '1 minute'
		WHERE state = 'retryable'`)
	o.clock.Move(time.Hour)
}

// queued are the letters that wait, in the order in which the queue takes them, and whether each is due.
func (o *office) queued() []string {
	o.Helper()
	return servertest.One[[]string](o, o.pool, `SELECT array(
		SELECT concat(args->>'id', CASE WHEN scheduled_at <= now() THEN ' now' ELSE ' later' END)
		FROM river_job WHERE state = 'retryable' ORDER BY priority, scheduled_at, id)`)
}

func TestLettersThatWaitedForAMailServerLeaveWhenItIsBackAndNotHalfAnHourLater(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.post.away.Store(true)
	o.plan("mariam@harbourline.example", "a", "b", "c")
	o.works("available", "running")
	o.anHourLater()
	require.Equal(t, []string{"c later", "b later", "a later"}, o.queued())

	o.post.away.Store(false)
	another := o.server(servertest.Another(t, o.pool)) // it never saw that the mail server was away
	require.NoError(t, another.Send(t.Context(), letterTo(o.person(), "new")))
	require.Equal(t, []string{"a now", "b now", "c now"}, o.queued(), "all are due, the oldest first")
	o.works("available", "running", "retryable")
	require.ElementsMatch(t, []string{"<new@sahn.example>", "<a@sahn.example>", "<b@sahn.example>", "<c@sahn.example>"}, o.arrived(),
		"each once")
	require.Contains(t, o.said.String(), "mail: the mail server is back")
}

func TestALetterThatOneMailboxRefusesForNowWakesNobodysAndIsWokenByNone(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.post.away.Store(true)
	o.plan("mariam@harbourline.example", "away")
	o.works("available", "running")
	o.post.away.Store(false)
	o.post.refuse = &smtp.SMTPError{Code: 451, Message: "mailbox full, the mail server is away from it"}
	o.plan("full@harbourline.example", "refused")
	o.works("available", "running")
	o.anHourLater()
	p := o.server(o.pool)
	require.Error(t, p.Send(t.Context(), letterTo(o.person(), "refused too")))
	require.Equal(t, []string{"refused later", "away later"}, o.queued(), "a refusal is no sign that letters leave")

	o.post.refuse = nil
	require.NoError(t, p.Send(t.Context(), letterTo(o.person(), "new")))
	require.Equal(t, []string{"away now", "refused later"}, o.queued())
}

func TestWhileTheMailServerComesAndGoesLettersAreHurriedOnceAMinuteAndNoneIsGivenUpEarlier(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.post.away.Store(true)
	o.plan("mariam@harbourline.example", "a")
	o.works("available", "running")
	o.post.away.Store(false)
	p := o.server(o.pool)
	later := func(move time.Duration) []string {
		o.anHourLater()
		o.clock.Move(move - time.Hour)
		require.NoError(t, p.Send(t.Context(), letterTo(o.person(), fmt.Sprint("at ", o.clock.Now()))))
		return o.queued()
	}
	require.Equal(t, []string{"a now"}, later(0))
	require.Equal(t, []string{"a later"}, later(59*time.Second))
	for range 4 {
		require.Equal(t, []string{"a now"}, later(time.Minute))
	}
	require.Equal(t, mail.Retries+5, servertest.One[int](t, o.pool, "SELECT max_attempts FROM river_job"), "five tries were given back")
	require.Equal(t, []string{"a later"}, later(time.Minute), "one that always fails is left to its own intervals")
}

func TestALetterIsSentOnceAlsoWhereTheOthersCannotBeHurriedAndTheNextOneDoesIt(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.post.away.Store(true)
	o.plan("mariam@harbourline.example", "a")
	o.works("available", "running")
	o.anHourLater()
	o.post.away.Store(false)
	conn := &servertest.Conn{Pool: o.pool}
	conn.Rewrite = func(sql string) string {
		if strings.HasPrefix(sql, "UPDATE river_job") {
			return "SELECT 1/0, $1::text, $2::int"
		}
		return sql
	}
	p, letter := o.server(conn), letterTo(o.person(), "new")
	require.Error(t, p.Send(t.Context(), letter))
	require.NoError(t, p.Send(t.Context(), letter))
	require.Equal(t, []string{"<new@sahn.example>"}, o.arrived())
	require.Equal(t, []string{"a later"}, o.queued())
	conn.Rewrite = nil
	require.NoError(t, p.Send(t.Context(), letterTo(o.person(), "next")))
	require.Equal(t, []string{"a now"}, o.queued())
}
