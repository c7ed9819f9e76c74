package sync_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
	"sahn/server/sync"
)

// eater is the session that every request of the fuzzer has.
type eater struct{ who web.Caller }

func (e eater) Find(context.Context, string, bool) (web.Caller, error) { return e.who, nil }

func (e eater) Beside(context.Context, redis.Pipeliner, string, bool) func(context.Context) (web.Caller, error) {
	return nil
}

// Whatever bytes arrive where a device's round should be: the answer is one of the protocol's, never a panic and never "our fault",
// and what is answered as done is counted as done. Each input meets the same database, with nothing said before.
func FuzzSyncEnvelope(f *testing.F) {
	x := lay(f)
	public, err := url.Parse("https://app.example")
	require.NoError(f, err)
	edge := &web.Edge{Sessions: eater{x.who}, Keys: servertest.Secrets, Public: public,
		Log: slog.New(slog.DiscardHandler)}
	app := fiber.New(fiber.Config{Immutable: true, ErrorHandler: edge.Fail})
	app.Use(edge.Begin)
	app.Get("/sanctum/csrf-cookie", edge.Visit)
	edge.Mount(app, []web.Route{{Method: "POST", Path: "/api/sync", Who: web.Eater, Endpoint: web.JSON(200, x.syncs.HandleSync)}})
	ask := func(t testing.TB, method, path, token string, body string) (int, []byte, []*http.Cookie) {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.AddCookie(&http.Cookie{Name: "sahn_session", Value: "hers"})
		r.Header.Set("X-XSRF-TOKEN", token)
		res, err := app.Test(r, fiber.TestConfig{Timeout: time.Minute})
		require.NoError(t, err)
		defer res.Body.Close()
		said, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, said, res.Cookies()
	}
	_, _, cookies := ask(f, "GET", "/sanctum/csrf-cookie", "", "")
	require.Len(f, cookies, 1)
	token := cookies[0].Value

	// Bytes as they are, or, without any, an envelope that is whole around something that an operation says.
	whole := func(body, said string, n int64) string {
		if body != "" {
			return body
		}
		if !json.Valid([]byte(said)) {
			quoted, _ := json.Marshal(said) // text always can be
			said = string(quoted)
		}
		return fmt.Sprintf(
			`{"v":3,"app":"2026.11.1","dev":"01SAHNDEV1CE0000000000000A","cur":0,"done":0,`+
				`"ops":[{"n":%d,"id":"01SAHN0P000000000000000001","k":"day.set/1","a":%s},`+
				`{"n":%d,"id":"01SAHN0P000000000000000002","k":"day.set/1","a":%[2]s}]}`,
			n, said, n+1)
	}
	for _, body := range []string{
		`{}`, `{"v":3}`, `[]`, `null`, ` `, `{"v":3,"v":4}`, `{"v":3,"app":"2026.11.1","dev":"01SAHNDEV1CE0000000000000A","cur":0,"done":0}`,
		`{"v":4,"app":"2027.1.0","dev":"01SAHNDEV1CE0000000000000A","cur":0,"done":0}`,
		`{"v":2,"app":"1","dev":"01SAHNDEV1CE0000000000000A","cur":0,"done":0}`,
		`{"v":3,"app":"2026.11.1","dev":"01SAHNDEV1CE0000000000000A","cur":9223372036854775807,"done":9223372036854775807,"tag":"x"}`,
		`{"v":3,"app":"...-1","dev":"zzzzzzzzzzzzzzzzzzzzzzzzzz","cur":1e3,"done":-1,"ops":null}`,
		`{"v":3,"app":"2026.11.1","dev":"01SAHNDEV1CE0000000000000A","cur":0,"done":0,"clk":{"now":1,"mono":2e308},` +
			`"ops":[{"n":1,"id":"01SAHN0P000000000000000001","k":"day.set/9","a":{}}]}`,
	} {
		f.Add(body, "", int64(0))
	}
	for _, said := range []string{
		`{"date":"2026-11-24","items":[],"seen":0}`,
		`{"date":"2026-11-24","items":[{"meal":"` + servertest.Meal(tuesday, 0) + `","qty":2}],"seen":0,"base":1}`,
		`{"date":"2026-11-24","items":null,"seen":-1}`, `{"date":"0000-00-00","items":[{"meal":"","qty":0}],"seen":9223372036854775807}`,
		`{"date":"9999-12-31","items":[{"meal":"\u0000","qty":99999999999}],"address_id":"\ud800"}`,
		`{"date":"2026-11-24","items":[{"meal":"x","qty":1},{"meal":"x","qty":1}],"seen":0,"address_id":null}`, `{"date":null}`, `1e999`, `"day"`,
		`[[[[]]]]`, `{"Date":"2026-11-24"}`,
	} {
		f.Add("", said, int64(1))
		f.Add("", said, int64(2))
	}

	f.Fuzz(func(t *testing.T, body, said string, n int64) {
		body = whole(body, said, n)
		for _, table := range []string{"draft_alternatives", "draft_days", "operations", "quarantine", "devices", "profile_revs"} {
			servertest.Do(t, x.pool, "DELETE FROM "+table)
		}
		var r sync.Request
		if json.Unmarshal([]byte(body), &r) == nil &&
			slices.ContainsFunc(r.Ops, func(op sync.Operation) bool { return strings.HasPrefix(op.K, "test.") }) {
			return // kinds that are there to break
		}
		status, answered, _ := ask(t, "POST", "/api/sync", token, body)
		require.Contains(t, []int{200, 401, 409, 413, 422, 426, 503}, status, "%s", answered)
		var answer struct {
			Message string `json:"message"`
			Reason  string `json:"reason"`
			Ack     []any  `json:"ack"`
			Res     []any  `json:"res"`
		}
		require.NoError(t, json.Unmarshal(answered, &answer))
		require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM quarantine"), "an operation broke the server: %s", answered)
		if status != 200 {
			require.NotEmpty(t, answer.Message)
			require.True(t, status != 503 || answer.Reason == "later", "only what a newer app says waits: %s", answered)
			require.Zero(t, servertest.One[int](t, x.pool, "SELECT count(*) FROM operations"), "what was refused left nothing")
			return
		}
		require.Len(t, answer.Ack, 2)
		require.EqualValues(t, len(answer.Res), answer.Ack[0])
		require.Equal(t, len(answer.Res), servertest.One[int](t, x.pool, "SELECT count(*) FROM operations"), "each was counted once")
	})
}
