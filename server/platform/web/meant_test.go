package web_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/web"
)

func TestWhatWasMeantForOnePersonIsNotDoneAsAnother(t *testing.T) {
	t.Parallel()
	done := 0
	e := newEdge(signedIn{"omars": {Session: []byte("s"), ProfileID: "omar", ClientType: "Employee"}})
	app := newApp(e,
		web.Route{Method: "POST", Path: "/api/do", Who: web.Eater,
			Endpoint: web.JSON(200, func(context.Context, web.Caller, web.None) (web.None, error) {
				done++
				return web.None{}, nil
			})})
	_, token := visit(t, app, "omars")
	do := func(cookie, meant string) reply {
		return call(t, app, "POST", "/api/do", "", "Cookie", cookie, "X-XSRF-TOKEN", token, "Origin", own, "X-Profile", meant)
	}
	for _, meant := range []string{"", "omar"} {
		require.Equal(t, 200, do("sahn_session=omars", meant).status)
	}
	require.Equal(t, 2, done)
	refused := do("sahn_session=omars", "mariam")
	require.Equal(t, 401, refused.status)
	require.JSONEq(t, `{"message":"Somebody else is signed in."}`, refused.body, "not what an ended session is told")
	require.Equal(t, 2, done)
}
