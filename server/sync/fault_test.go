package sync_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/sync"
)

func TestALineThatBreaksAnywhereInARoundLeavesAllOrNothingAndTheSameRoundIsDoneLater(t *testing.T) {
	t.Parallel()
	x, l := far(t)
	x.say(x.request(newID(), 0, set(1, monday, 1<<40, eat("z", 1)), set(2, monday+5, 0)))
	x.say(x.request(newID(), 0))
	type cut struct {
		at, through int
		how         string
	}
	breaks := []cut{}
	for at := 1; at <= 2; at++ {
		breaks = append(breaks, cut{at, 0, before}, cut{at, 0, after})
		for through := 1; through <= 3; through++ {
			breaks = append(breaks, cut{at, through, amid})
		}
	}
	for _, c := range breaks {
		name := fmt.Sprintf("%s flush %d, %d quarters", c.how, c.at, c.through)
		r := x.request(newID(), 0, set(1, monday, 1<<40, eat("a", 1)), set(2, monday+5, 0), set(3, tuesday, 1<<40, eat("b", 1)))
		was := x.rows()
		l.breakAt(c.at, c.how, c.through)
		_, err := x.try(r)
		require.Error(t, err, name)
		require.Equal(t, fault.Unavailable, fault.As(err).Kind, "%s: %v", name, err)
		require.True(t, l.broke(), "%s: it broke", name)
		if c.how == after && c.at == 2 {
			require.NotEqual(t, was, x.rows(), "%s: the answer alone was lost", name)
		} else {
			require.Equal(t, was, x.rows(), name)
		}
		require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM quarantine"), "%s: not even a strike", name)
		reply := x.say(r)
		require.Equal(t, []sync.Code{0, 3, 0}, codes(reply), name)
		x.repeats(r, reply)
	}
}
