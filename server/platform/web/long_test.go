package web

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
	"github.com/valyala/fasthttp"
)

// longHost serves a file of which each part is as large as a reader asks for at once, as a long download.
func longHost(write func(ctx context.Context, w io.Writer) error) *fasthttp.Server {
	e := &Edge{Log: slog.New(slog.DiscardHandler), Public: &url.URL{Scheme: "http", Host: "lunch.example"}, Pool: NewPool(1), Long: NewLong()}
	app := fiber.New(fiber.Config{ErrorHandler: e.Fail})
	endpoint := func(context.Context, Caller, struct{}) (File, error) {
		return File{Name: "f.csv", Type: CSV, Write: write}, nil
	}
	e.Mount(app, []Route{{Method: "GET", Path: "/long", Who: Provider, Endpoint: LongDownload(endpoint)},
		{Method: "GET", Path: "/f", Who: Provider, Endpoint: Download(endpoint)}})
	return &fasthttp.Server{Handler: app.Handler(), WriteTimeout: 30 * time.Second} // as in api.New
}

// client asks over a connection without buffers, whose time is virtual, and gives the answer to be read. Closing it waits for the server.
func client(t *testing.T, s *fasthttp.Server, path string) (*http.Response, func()) {
	t.Helper()
	here, there := net.Pipe()
	served := make(chan struct{})
	go func() {
		defer close(served)
		defer there.Close()
		_ = s.ServeConn(there)
	}()
	go func() { _, _ = io.WriteString(here, "GET "+path+" HTTP/1.1\r\nHost: lunch.example\r\n\r\n") }()
	answer, err := http.ReadResponse(bufio.NewReaderSize(here, 16), nil)
	require.NoError(t, err)
	return answer, func() { _ = here.Close(); <-served }
}

// warm lets the server's library begin what it keeps running, outside of virtual time.
func warm(t *testing.T) {
	t.Helper()
	answer, end := client(t, longHost(func(_ context.Context, w io.Writer) error { return rows(w, 1) }), "/f")
	require.Equal(t, http.StatusOK, answer.StatusCode)
	end()
}

// slowly reads a file, some bytes at a time with a pause between, until it ends or for as often as that.
func slowly(answer *http.Response, pause time.Duration, most int) (read int, err error) {
	part := make([]byte, 4<<10)
	for range most {
		n, err := io.ReadFull(answer.Body, part)
		read += n
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) && answer.Body.Close() == nil {
				return read, err
			}
			return read, err
		}
		time.Sleep(pause) // virtual
	}
	return read, nil
}

const parts = 20 // of 4 KiB

func TestALongDownloadGoesOnForAsLongAsItIsReadWithoutAPause(t *testing.T) {
	warm(t)
	for name, c := range map[string]struct {
		path  string
		pause time.Duration
		whole bool
	}{
		"read slowly for minutes": {"/long", 25 * time.Second, true},
		"after a pause":           {"/long", 35 * time.Second, false},
		"another one":             {"/f", 25 * time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := longHost(func(_ context.Context, w io.Writer) error {
					_, err := io.WriteString(w, strings.Repeat("x", parts*4<<10))
					return err
				})
				answer, end := client(t, s, c.path)
				defer end()
				read, err := slowly(answer, c.pause, parts+1)
				if c.whole {
					require.Equal(t, parts*4<<10, read)
					require.ErrorIs(t, err, io.EOF)
				} else {
					require.Less(t, read, parts*4<<10)
					require.ErrorIs(t, err, io.ErrUnexpectedEOF)
				}
			})
		})
	}
}

func TestALongDownloadEndsAfterAQuarterOfAnHourAndIsWrittenNoFasterThanItIsRead(t *testing.T) {
	warm(t)
	synctest.Test(t, func(t *testing.T) {
		var written int
		s := longHost(func(_ context.Context, w io.Writer) error {
			for {
				if err := rows(w, 1); err != nil {
					return err
				}
				written += len(row)
			}
		})
		began := time.Now()
		answer, end := client(t, s, "/long")
		read, err := slowly(answer, 20*time.Second, 1000)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.InDelta(t, 15, time.Since(began).Minutes(), 0.5)
		end()
		require.Less(t, written, read+64<<10, "memory does not grow with the file")
	})
}

func TestAThirdLongDownloadIsToldToComeBackAndHasThePlaceOfOneThatEnded(t *testing.T) {
	warm(t)
	synctest.Test(t, func(t *testing.T) {
		size := 1
		s := longHost(func(_ context.Context, w io.Writer) error { return rows(w, size) })
		for range 3 { // short ones give their places back as well
			answer, end := client(t, s, "/long")
			require.Equal(t, http.StatusOK, answer.StatusCode)
			end()
		}
		size = 1000
		var ends []func()
		for range 2 {
			answer, end := client(t, s, "/long")
			require.Equal(t, http.StatusOK, answer.StatusCode)
			ends = append(ends, end)
		}
		third, end := client(t, s, "/long")
		require.Equal(t, http.StatusServiceUnavailable, third.StatusCode)
		require.Equal(t, "60", third.Header.Get("Retry-After"))
		said, err := io.ReadAll(third.Body)
		require.NoError(t, err)
		require.Contains(t, string(said), "As many large files are being downloaded as we can send at once.")
		end()
		other, end := client(t, s, "/f")
		require.Equal(t, http.StatusOK, other.StatusCode, "all others have their own turns")
		end()
		ends[0]()
		next, end := client(t, s, "/long")
		require.Equal(t, http.StatusOK, next.StatusCode)
		end()
		ends[1]()
	})
}
