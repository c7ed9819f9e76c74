package sync_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/fault"
	"sahn/server/servertest"
	"sahn/server/sync"
)

func TestALostConnectionDuringARoundLeavesNothingAndTheSameRoundIsDoneLater(t *testing.T) {
	t.Parallel()
	x := lay(t)
	died := servertest.KillEverywhere(t, x.pool, func() (func(conn *servertest.Conn) error, func() error) {
		r := x.request(newID(), 0, set(1, monday, 1<<40, eat("a", 1)), set(2, monday+5, 0), set(3, tuesday, 1<<40, eat("b", 1)))
		before := x.rows()
		return func(conn *servertest.Conn) error {
				dying := *x.syncs
				dying.Conn = conn
				_, err := dying.HandleSync(t.Context(), x.who, r)
				if err != nil {
					require.Equal(t, fault.Unavailable, fault.As(err).Kind, "%v", err)
				}
				return err
			}, func() error {
				require.Equal(t, before, x.rows(), "not even a strike")
				require.Equal(t, []sync.Code{0, 3, 0}, codes(x.say(r)))
				return nil
			}
	})
	require.Greater(t, died, 15)
}

func TestALostAnswerToTheCommitOfARoundIsGivenAgain(t *testing.T) {
	t.Parallel()
	x := lay(t)
	r := x.request(newID(), 0, set(1, monday, 0, eat("a", 1)))
	losing := *x.syncs
	losing.Conn = &servertest.Conn{Pool: x.pool, LoseNext: true}
	_, err := losing.HandleSync(t.Context(), x.who, r)
	require.Equal(t, fault.Unavailable, fault.As(err).Kind)
	before := x.rows()
	require.Equal(t, []sync.Code{0}, codes(x.say(r)))
	require.Equal(t, before, x.rows())
}
