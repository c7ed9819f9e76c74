package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Where is part of a request about a place.
type Where struct {
	Place  string `json:"place,omitempty" validate:"max=3"`
	Inside struct {
		Floor int `json:"floor,omitempty" validate:"max=9"`
	} `json:"inside,omitzero"`
}

type placeRequest struct {
	Where
	Email string   `json:"email" validate:"required,email,max=40"`
	Qty   int      `json:"qty" validate:"min=1,max=99"`
	Days  []string `json:"days" validate:"max=2,dive,len=10"`
	Note  *string  `json:"note"`
}

func places() web.Route {
	return web.Route{Method: "POST", Path: "/api/place", Who: web.Anyone,
		Endpoint: web.JSON(201, func(_ context.Context, _ web.Caller, w placeRequest) (placeRequest, error) { return w, nil })}
}

func TestABodyThatMakesNoSenseIsRefusedInWords(t *testing.T) {
	t.Parallel()
	app := newApp(newEdge(signedIn{}), places())
	session, token := visit(t, app, "")
	post := func(t *testing.T, body string) reply {
		t.Helper()
		return call(t, app, "POST", "/api/place", body, "Cookie", "sahn_session="+session, "X-XSRF-TOKEN", token, "Content-Type",
			"application/json")
	}
	for _, c := range []struct{ name, body, message, field string }{
		{"empty", ``, "The given data was invalid.", ""},
		{"broken", `{"email":`, "The given data was invalid.", ""},
		{"a list", `[]`, "The given data was invalid.", ""},
		{"two values", `{"email":"a@b.example","qty":1}{"qty":2}`, "The given data was invalid.", ""},
		{"not UTF-8", "{\"email\":\"a\xff@b.example\",\"qty\":1}", "The given data was invalid.", ""},
		{"a form", `email=a@b.example&qty=1`, "The given data was invalid.", ""},
		{"an unknown field", `{"email":"a@b.example","qty":1,"client_type":"Admin"}`, "The client_type field is not known.", "client_type"},
		{"a wrong type", `{"email":["a@b.example"],"qty":1}`, "The email field must be a text.", "email"},
		{"a fraction", `{"email":"a@b.example","qty":1.5}`, "The qty field must be a whole number.", "qty"},
		{"an exponent", `{"email":"a@b.example","qty":1e300}`, "The qty field must be a whole number.", "qty"},
		{"too large for 64 bits", `{"email":"a@b.example","qty":9223372036854775808}`, "The qty field must be a whole number.", "qty"},
		{"a number in quotes", `{"email":"a@b.example","qty":"1"}`, "The qty field must be a whole number.", "qty"},
		{"missing", `{"qty":1}`, "The email field is required.", "email"},
		{"null", `{"email":null,"qty":1}`, "The email field is required.", "email"},
		{"no address", `{"email":"nobody","qty":1}`, "The email field must be a valid email address.", "email"},
		{"too many", `{"email":"a@b.example","qty":100}`, "The qty field must not be greater than 99.", "qty"},
		{"too few", `{"email":"a@b.example","qty":-1}`, "The qty field must be at least 1.", "qty"},
		{"too long, in a struct that others share", `{"email":"a@b.example","qty":1,"place":"upstairs"}`,
			"The place field must not be greater than 3.", "place"},
		{"too many, one level down", `{"email":"a@b.example","qty":1,"inside":{"floor":10}}`,
			"The inside.floor field must not be greater than 9.", "inside.floor"},
		{"two errors", `{"email":"","qty":0}`, "The email field is required. (and 1 more error)", "email"},
		{"three errors", `{"email":"","qty":0,"days":["x"]}`, "The email field is required. (and 2 more errors)", "days[0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := post(t, c.body)
			require.Equal(t, 422, got.status, got.body)
			require.Equal(t, "application/json", got.header.Get("Content-Type"))
			var said struct {
				Message string              `json:"message"`
				Errors  map[string][]string `json:"errors"`
			}
			require.NoError(t, json.Unmarshal([]byte(got.body), &said))
			require.Equal(t, c.message, said.Message)
			if c.field == "" {
				require.Empty(t, said.Errors)
			} else {
				require.NotEmpty(t, said.Errors[c.field], got.body)
			}
		})
	}
	t.Run("a good one passes", func(t *testing.T) {
		t.Parallel()
		got := post(t, `{"email":"a@b.example","qty":2,"days":["2026-11-23"],"note":null}`)
		require.Equal(t, 201, got.status)
		require.JSONEq(t, `{"email":"a@b.example","qty":2,"days":["2026-11-23"],"note":null}`, got.body)
		require.Equal(t, "no-store", got.header.Get("Cache-Control"))
	})
}

// about is a request that names its thing in the path, and says something about it.
type about struct {
	ID   string `path:"id"`
	Page string `query:"page"`
	Note string `json:"note"`
}

func TestABodyDoesNotSayWhatARequestIsAbout(t *testing.T) {
	t.Parallel()
	app := newApp(newEdge(signedIn{}), web.Route{Method: "POST", Path: "/api/about/:id", Who: web.Anyone, Of: web.AnyOwner,
		Endpoint: web.JSON(200, func(_ context.Context, _ web.Caller, a about) (string, error) {
			return a.ID + " " + a.Page + " " + a.Note, nil
		})})
	session, token := visit(t, app, "")
	for _, body := range []string{`{"note":"n"}`, `{"note":"n","ID":"hers"}`, `{"id":"hers","note":"n","Page":"9","page":"9"}`} {
		got := call(t, app, "POST", "/api/about/mine?page=2", body, "Cookie", "sahn_session="+session, "X-XSRF-TOKEN", token)
		require.Equal(t, 200, got.status, got.body)
		require.Equal(t, `"mine 2 n"`, got.body, body)
	}
}

func TestFaultsBecomeTheStatusesAndBodiesOfTheWire(t *testing.T) {
	t.Parallel()
	failures := map[string]error{
		"invalid": fault.Field("otp", "No."), "missing": fault.ErrNotFound,
		"busy": fault.New(fault.Conflict, "already", "Already.").With(map[string]int{"n": 1}), "often": web.ErrTooMany.After(1500e6),
		"unsigned": web.ErrUnauthenticated, "bad": fault.New(fault.Credentials, "bad", "Bad Credentials"),
		"wrapped": fmt.Errorf("while reading: %w", fault.ErrNotFound), "internal": fmt.Errorf("password=%s", "hunter2"),
		"late": context.DeadlineExceeded,
	}
	routes := []web.Route{}
	for name, err := range failures {
		routes = append(routes, web.Route{Method: "GET", Path: "/api/" + name, Who: web.Anyone,
			Endpoint: web.JSON(200, func(context.Context, web.Caller, web.None) (web.None, error) { return web.None{}, err })})
	}
	app := newApp(newEdge(signedIn{}), routes...)
	pretty := func(line string) string { return "{\n    \"message\": \"" + line + "\"\n}" }
	for _, c := range []struct {
		name   string
		status int
		body   string
	}{
		{"invalid", 422, `{"message":"No.","reason":"invalid","errors":{"otp":["No."]}}`},
		{"busy", 409, `{"message":"Already.","reason":"already","detail":{"n":1}}`},
		{"often", 429, pretty("Too Many Attempts.")},
		{"unsigned", 401, `{"message":"Unauthenticated."}`},
		{"bad", 401, `{"message":"Bad Credentials"}`},
		{"internal", 500, pretty("Server Error")},
		{"nowhere", 404, pretty("The route api/nowhere could not be found.")},
	} {
		got := call(t, app, "GET", "/api/"+c.name, "")
		require.Equal(t, c.status, got.status, c.name)
		require.Equal(t, c.body, got.body, c.name)
		require.Equal(t, "application/json", got.header.Get("Content-Type"), c.name)
		require.Equal(t, "no-cache, private", got.header.Get("Cache-Control"), c.name)
		require.NotEmpty(t, got.header.Get("X-Request-Id"), c.name)
	}
	require.Equal(t, "2", call(t, app, "GET", "/api/often", "").header.Get("Retry-After"))
	require.Equal(t, call(t, app, "GET", "/api/missing", "").body, call(t, app, "GET", "/api/wrapped", "").body)
	late := call(t, app, "GET", "/api/late", "")
	require.Equal(t, 503, late.status)
	require.Equal(t, "5", late.header.Get("Retry-After"))
}

func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	t.Parallel()
	got := call(t, newApp(newEdge(signedIn{}), whoami(web.Anyone)), "DELETE", "/api/who", "")
	require.Equal(t, 405, got.status, got.body)
	require.Contains(t, got.header.Get("Allow"), "GET")
	require.Contains(t, message(t, got), "The DELETE method is not supported for route api/who. Supported methods: GET")
}

// served is the address of an app that listens until the test ends.
func served(t *testing.T, app *fiber.App) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- app.Listener(ln, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { require.NoError(t, app.Shutdown()); require.NoError(t, <-ended) })
	return ln.Addr().String()
}

// A second request that hides in the body of the first must not be answered.
func TestARequestThatSaysTwiceWhereItEndsIsRefusedAndTheConnectionClosed(t *testing.T) {
	t.Parallel()
	address := served(t, newApp(newEdge(signedIn{}), places(), whoami(web.Anyone)))
	const hidden = "GET /api/who HTTP/1.1\r\nHost: app.example\r\n\r\n"
	ask := func(headers, body string) string {
		conn, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer conn.Close()
		_, err = conn.Write([]byte(headers + "\r\n\r\n" + body))
		require.NoError(t, err)
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(20*time.Second))) // only ends a test of a connection that stays open
		answers, err := io.ReadAll(conn)
		require.NoError(t, err, "the connection is closed")
		return string(answers)
	}
	for _, headers := range []string{
		"POST /api/place HTTP/1.1\r\nHost: app.example\r\nContent-Length: 6\r\nTransfer-Encoding: chunked",
		"POST /api/place HTTP/1.1\r\nHost: app.example\r\nTransfer-Encoding: chunked\r\nContent-Length: 5",
		"GET /api/who HTTP/1.1\r\nHost: app.example\r\ntransfer-encoding: chunked\r\ncontent-length: 5",
		"POST /api/place HTTP/1.1\r\nHost: app.example\r\nContent-Length: 5\r\nTransfer-Encoding: identity",
		"POST /api/place HTTP/1.0\r\nHost: app.example\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked",
		"POST /api/place HTTP/1.1\r\nHost: app.example\r\nContent-Length: 5\r\nContent-Length: 50",
	} {
		said := ask(headers, "0\r\n\r\n"+hidden)
		require.Equal(t, 1, strings.Count(said, "HTTP/1."), "%s\n%s", headers, said)
		require.Contains(t, said, " 400 ", headers)
		require.Contains(t, said, "Connection: close", headers)
	}
	const plain = "GET /api/who HTTP/1.1\r\nHost: app.example\r\nConnection: close"
	require.Equal(t, 2, strings.Count(ask(strings.Replace(plain, "\r\nConnection: close", "", 1), plain+"\r\n\r\n"), " 200 OK"),
		"two honest ones in a row are both answered")
}

func TestATooLargeBodyIsRefused(t *testing.T) {
	t.Parallel()
	address := served(t, newApp(newEdge(signedIn{}), places()))
	resp, err := http.Post("http://"+address+"/api/place", "application/json",
		strings.NewReader(`{"email":"`+strings.Repeat("a", 2<<10)+`"}`))
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, 413, resp.StatusCode)
	require.JSONEq(t, `{"message":"The request is too large."}`, string(body))
}
