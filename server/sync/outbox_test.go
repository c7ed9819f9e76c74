package sync_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/sync"
)

// What every released app may still say is answered: done, or refused with a reason, and never asked for again and again.
func TestTheOutboxOfEveryReleasedAppIsAnswered(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../pwa/testing/fixtures/outbox/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		var released struct {
			App      string
			Outboxes []struct {
				Name    string
				Request json.RawMessage
				Codes   []sync.Code
			}
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &released))
		require.NotEmpty(t, released.Outboxes)
		for _, box := range released.Outboxes {
			t.Run(released.App+" "+box.Name, func(t *testing.T) {
				t.Parallel()
				x := lay(t)
				var r sync.Request
				require.NoError(t, json.Unmarshal(box.Request, &r))
				require.Equal(t, released.App, r.App)
				reply, err := x.try(r)
				if errors.Is(err, sync.ErrGap) { // the app goes on as a new device, once
					r.Dev, r.Cur, r.Done = newID(), 0, 0
					for i := range r.Ops {
						r.Ops[i].N = int64(i + 1)
					}
					reply, err = x.try(r)
				}
				require.NoError(t, err)
				require.Equal(t, box.Codes, codes(reply))
				for _, result := range reply.Res {
					if result.Code == sync.Refused {
						require.Contains(t, string(result.Detail), `"reason"`)
					}
				}
				last := int64(len(r.Ops))
				require.Equal(t, last, reply.Ack.N, "all of it is answered")
				body := servertest.JSON(t, reply)
				fields := []string{"cur", "ack", "now", "menu", "live", "limits", "min"}
				if r.Tag == nil { // it reads what is empty, too
					fields = append(fields, "res", "docs", "orders")
				} else {
					fields = append(fields, "tag")
				}
				for _, field := range fields {
					require.Contains(t, body, `"`+field+`":`, "that app reads it")
				}
				x.repeats(r, reply)
			})
		}
	}
}
