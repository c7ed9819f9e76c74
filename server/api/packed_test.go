package api_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
)

// The most that a week's menu may take on the wire, and the whole answer that it has not changed.
const (
	weekMenuBytes  = 5100
	unchangedBytes = 200
)

func TestAWeeksMenuIsSmallOnTheWireAndAskedForAgainNotSentAgain(t *testing.T) {
	t.Parallel()
	_, redis := servertest.Redis(t)
	h, _ := open(t).metered(redis.Addr())
	eats := h.as(sample.Mariam)
	week := h.browser().ok("GET", "/api/menu", nil)["weeks"].([]any)[0].(fields)
	path := fmt.Sprintf("/api/menu/%s/%s", week["value"], week["hash"])
	get := func(headers ...string) (*http.Response, []byte) {
		res := eats.sendWith("GET", path, nil, headers...)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Empty(t, res.Cookies(), "every cache may keep it")
		require.Equal(t, "Accept-Encoding", res.Header.Get("Vary"))
		return res, body
	}
	unchanged := ""
	_, plain := get("Accept-Encoding", "identity")
	require.Greater(t, len(plain), 4*weekMenuBytes)
	for coding, unpack := range map[string]func(io.Reader) (io.Reader, error){
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	} {
		res, body := get("Accept-Encoding", coding)
		require.Equal(t, coding, res.Header.Get("Content-Encoding"))
		reader, err := unpack(bytes.NewReader(body))
		require.NoError(t, err)
		unpacked, err := io.ReadAll(reader)
		require.NoError(t, err)
		require.Equal(t, string(plain), string(unpacked))
		if coding == "br" {
			unchanged = res.Header.Get("ETag")
			require.LessOrEqual(t, len(body), weekMenuBytes)
		}
		again, body := get("Accept-Encoding", coding, "If-None-Match", res.Header.Get("ETag"))
		require.Equal(t, http.StatusNotModified, again.StatusCode)
		require.Empty(t, body)
	}
	require.LessOrEqual(t, len(h.wire(eats, path, unchanged)), unchangedBytes)
}

// wire is the head of an answer, byte for byte.
func (h *testApp) wire(b *browser, path, tag string) (head []byte) {
	h.t.Helper()
	r := b.request("GET", path, nil, "Accept-Encoding", "br", "If-None-Match", tag, "Content-Type", "")
	for _, cookie := range b.http.Jar.Cookies(r.URL) {
		r.AddCookie(cookie)
	}
	conn, err := net.Dial("tcp", r.URL.Host)
	require.NoError(h.t, err)
	defer conn.Close()
	require.NoError(h.t, r.Write(conn))
	lines := bufio.NewReader(conn)
	for !bytes.HasSuffix(head, []byte("\r\n\r\n")) {
		line, err := lines.ReadBytes('\n')
		require.NoError(h.t, err)
		head = append(head, line...)
	}
	require.True(h.t, bytes.HasPrefix(head, []byte("HTTP/1.1 304 ")), "%s", head)
	return head
}

func TestALongAnswerIsPackedAndAFileThatIsPackedAlreadyIsNot(t *testing.T) {
	t.Parallel()
	h := open(t)
	admin := h.as(sample.Omar)
	get := func(path, coding string) (*http.Response, int) {
		res := admin.sendWith("GET", path, nil, "Accept-Encoding", coding)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		return res, len(body)
	}
	_, whole := get("/api/my-data", "identity")
	for _, coding := range []string{"br", "gzip"} {
		res, size := get("/api/my-data", coding)
		require.Equal(t, coding, res.Header.Get("Content-Encoding"))
		require.Less(t, 2*size, whole)
	}
	for _, coding := range []string{"identity", "zstd", "deflate"} {
		res, size := get("/api/openapi.json", coding)
		require.Empty(t, res.Header.Get("Content-Encoding"), "nothing is packed for one who asks")
		whole = size
	}
	res, size := get("/api/openapi.json", "br")
	require.Less(t, 10*size, whole)
	require.NotEmpty(t, res.Header.Get("ETag"), "packed once, and not for each who asks")
	res, _ = get("/api/members/file?kind=list&format=xlsx", "br")
	require.Empty(t, res.Header.Get("Content-Encoding"))
}
