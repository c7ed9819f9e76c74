package db_test

import (
	"context"
	"encoding/binary"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

// A database that takes everything and answers nothing, as a machine that stands still: whoever waits is told within two seconds, whoever
// comes then at once, and all goes on by itself when it answers again.
func TestAHungDatabaseMakesNobodyWaitForLongerThanTwoSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var hung atomic.Bool
		asked, wakes := 0, make(chan struct{})
		line := db.Hung(func(ctx context.Context) error {
			asked++
			if !hung.Load() {
				return nil
			}
			if asked%2 == 0 { // the pooler in front of it gives up
				return &pgconn.PgError{Code: "08P01"}
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-wakes: // what was asked meanwhile is answered
				return nil
			}
		})
		began := time.Now()
		hung.Store(true)
		first, end := db.Say(t.Context(), line)
		time.Sleep(time.Second)
		second, endSecond := db.Say(t.Context(), line)
		<-first.Done()
		<-second.Done()
		require.LessOrEqual(t, time.Since(began), 2*time.Second)
		require.ErrorIs(t, db.Outage(first.Err()), db.ErrUnavailable)
		end(&pgconn.PgError{Code: "08P01"})
		endSecond(second.Err())

		wait, left := db.Wait(t.Context(), line, 16)
		require.Error(t, wait.Err(), "whoever comes now does not wait at all")
		left()
		time.Sleep(time.Minute)
		wait, left = db.Wait(t.Context(), line, 16)
		synctest.Wait()
		require.Error(t, wait.Err(), "nor a minute later: what a pooler says is no answer")
		left()
		hung.Store(false)
		close(wakes)
		time.Sleep(2 * time.Second)
		after, endAfter := db.Say(t.Context(), line)
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, after.Err(), "it was asked in the background, and answers")
		endAfter(nil)
		calm := asked
		time.Sleep(time.Hour)
		require.LessOrEqual(t, asked, calm+1, "nobody waits, so nothing is asked")
	})
}

// A pooler on a busy machine after the primary was killed: it needs more than a second for each connection to the new one, gives it to
// whoever is first in its line, and does not notice that they have left. Nothing was written for minutes.
func TestAPoolersFirstConnectionToANewPrimaryIsNotSpentOnWhoHasLeftItsLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type inLine struct {
			ctx    context.Context
			since  time.Time
			answer chan error
		}
		var mu sync.Mutex
		var waiting []inLine
		spent := 0
		ask := func(ctx context.Context) error {
			one := inLine{ctx, time.Now(), make(chan error, 1)}
			mu.Lock()
			waiting = append(waiting, one)
			mu.Unlock()
			select {
			case <-ctx.Done():
				return ctx.Err()
			case err := <-one.answer:
				return err
			}
		}
		servers := []db.Line{db.Hung(ask), db.Hung(ask), db.Hung(ask)}
		life, stop := context.WithCancel(t.Context())
		gone := make(chan struct{})
		defer func() { stop(); <-gone }()
		go func() {
			defer close(gone)
			for n := 1; life.Err() == nil; n++ {
				time.Sleep(100 * time.Millisecond)
				mu.Lock()
				for len(waiting) > 0 && time.Since(waiting[0].since) >= 3*time.Second {
					waiting[0].answer <- &pgconn.PgError{Code: "08P01"}
					waiting = waiting[1:]
				}
				if n > 100 && n%13 == 0 && len(waiting) > 0 {
					if waiting[0].ctx.Err() != nil {
						spent++
					} else {
						waiting[0].answer <- nil
					}
					waiting = waiting[1:]
				}
				mu.Unlock()
			}
		}()
		for _, line := range servers {
			first, end := db.Say(t.Context(), line)
			<-first.Done()
			end(first.Err())
		}
		for range 20 { // a request each second
			time.Sleep(time.Second)
			for _, line := range servers {
				_, end := db.Say(t.Context(), line)
				end(context.Canceled)
			}
		}
		for _, line := range servers {
			after, end := db.Say(t.Context(), line)
			require.NoError(t, after.Err(), "ten seconds after the first connection; %d were spent", spent)
			end(nil)
		}
	})
}

func TestABatchOfWhichPgxSaysTwiceThatItEndedIsCountedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		_, end := db.Say(t.Context(), db.Hung(func(context.Context) error { asked++; return nil }))
		end(context.Canceled)
		end(context.Canceled)
		time.Sleep(time.Hour)
		require.LessOrEqual(t, asked, 1, "nobody waits, so nothing is asked")
	})
}

func TestAStatementThatTakesLongIsNotEndedWhileTheDatabaseAnswers(t *testing.T) {
	t.Parallel()
	for what, ask := range map[string]func(t *testing.T, line db.Line) error{
		"a question of its own": func(*testing.T, db.Line) error { return nil },
		"other people": func(t *testing.T, line db.Line) error {
			_, end := db.Say(t.Context(), line)
			end(nil)
			return context.DeadlineExceeded
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			var line db.Line
			line = db.Hung(func(context.Context) error { return ask(t, line) })
			report, end := db.Say(t.Context(), line)
			time.Sleep(time.Minute)
			require.NoError(t, report.Err(), what)
			end(nil)
		})
	}
}

func TestNobodyAsksAHungDatabaseForEverOnceThePoolIsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked, hung := 0, true
		line := db.Hung(func(context.Context) error {
			if asked++; hung {
				return context.DeadlineExceeded
			}
			return nil
		})
		first, end := db.Say(t.Context(), line)
		<-first.Done()
		end(first.Err())
		time.Sleep(time.Minute)
		require.Greater(t, asked, 60, "a server that serves comes within two minutes, and must not wait for its answer then")
		time.Sleep(2 * time.Minute)
		calm := asked
		time.Sleep(time.Hour)
		require.Equal(t, calm, asked, "nobody comes any more")
		hung = false
		refused, left := db.Say(t.Context(), line)
		synctest.Wait()
		require.Error(t, refused.Err(), "what is known is still that it hangs")
		left(refused.Err())
		time.Sleep(time.Second)
		again, end := db.Say(t.Context(), line)
		synctest.Wait()
		require.NoError(t, again.Err(), "but somebody came, so it was asked")
		end(nil)
		time.Sleep(time.Minute)
	})
}

func TestAStatementOutsideOfATransactionIsGivenUpAfterFiveSeconds(t *testing.T) {
	t.Parallel()
	conn, err := servertest.DB(t).Acquire(t.Context())
	require.NoError(t, err)
	defer conn.Release()
	line := db.NewLine()
	limit := func(statements ...string) time.Duration {
		bound, end := db.SayOn(t.Context(), line, conn.Conn(), statements...)
		defer end()
		until, limited := bound.Deadline()
		if !limited {
			return 0
		}
		return time.Until(until).Round(time.Second)
	}
	require.Equal(t, 5*time.Second, limit("SELECT 1"))
	require.Equal(t, 5*time.Second, limit("SELECT 1", "SELECT 2"))
	require.Zero(t, limit("BEGIN", "SELECT 1", "COMMIT"), "Postgres limits each of them")
	_, err = conn.Exec(t.Context(), "BEGIN")
	require.NoError(t, err)
	require.Zero(t, limit("SELECT 1"), "as here")
	require.Zero(t, limit("SELECT 1", "SELECT 2"))
	_, err = conn.Exec(t.Context(), "ROLLBACK")
	require.NoError(t, err)
}

// cancelCount counts the requests to cancel a statement that are sent on a connection.
type cancelCount struct {
	net.Conn
	n *atomic.Int32
}

func (c cancelCount) Write(b []byte) (int, error) {
	if len(b) == 16 && binary.BigEndian.Uint32(b[4:]) == 80877102 {
		c.n.Add(1)
	}
	return c.Conn.Write(b)
}

func TestAStatementThatIsGivenUpIsCanceledOnlyWhereThereIsNoPooler(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]int32{"": 0, "cache_statement": 1} {
		var cancels atomic.Int32
		pool := servertest.DB(t)
		at, err := url.Parse(pool.Config().ConnString())
		require.NoError(t, err)
		settings := at.Query()
		if settings.Del("default_query_exec_mode"); mode != "" { // scripts/test sets one
			settings.Set("default_query_exec_mode", mode)
		}
		at.RawQuery = settings.Encode()
		own, err := db.Open(t.Context(), at.String(), func(c *pgxpool.Config) {
			dial := c.ConnConfig.DialFunc
			c.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
				line, err := dial(ctx, network, address)
				return cancelCount{line, &cancels}, err
			}
		})
		require.NoError(t, err)
		conn, err := own.Acquire(t.Context())
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err = conn.Exec(ctx, "SELECT pg_sleep(1)")
		cancel()
		require.Error(t, err)
		<-conn.Conn().PgConn().CleanupDone()
		require.Equal(t, want, cancels.Load(), mode)
		conn.Release()
		own.Close()
	}
}
