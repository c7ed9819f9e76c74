package web

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/platform/fault"
)

// streaming serves files that write writes, under a pool of one turn, and says how they are asked for.
func streaming(t *testing.T, write func(ctx context.Context, w io.Writer) error) (ask func(coding string) (*http.Response, error)) {
	t.Helper()
	of := streamingOf(t, write)
	return func(coding string) (*http.Response, error) { return of("/f", coding) }
}

func streamingOf(t *testing.T, write func(ctx context.Context, w io.Writer) error) (ask func(path, coding string) (*http.Response, error)) {
	t.Helper()
	e := &Edge{Log: slog.New(slog.DiscardHandler), Public: &url.URL{Scheme: "http", Host: "lunch.example"}, Pool: NewPool(1)}
	app := fiber.New(fiber.Config{ErrorHandler: e.Fail})
	app.Use(func(c fiber.Ctx) error {
		if c.Query("ended") != "" { // its time is over before anything was written
			ctx, cancel := context.WithDeadline(c.Context(), time.Now())
			defer cancel()
			c.SetContext(ctx)
		}
		return c.Next()
	})
	e.Mount(app, []Route{{Method: "GET", Path: "/f", Who: Provider, Endpoint: Download(func(context.Context, Caller, struct{}) (File, error) {
		return File{Name: "f.csv", Type: CSV, Write: write}, nil
	})}})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { require.NoError(t, app.Shutdown()) })
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	t.Cleanup(client.CloseIdleConnections)
	return func(path, coding string) (*http.Response, error) {
		request, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+listener.Addr().String()+path, nil)
		require.NoError(t, err)
		request.Header.Set("Accept-Encoding", coding)
		return client.Do(request)
	}
}

var row = strings.Repeat("x", 99) + "\n"

func rows(w io.Writer, n int) error {
	for range n {
		if _, err := io.WriteString(w, row); err != nil {
			return err
		}
	}
	return nil
}

func TestALongFileIsSentInPartsWhileItIsWritten(t *testing.T) {
	t.Parallel()
	read := make(chan struct{})
	ask := streaming(t, func(ctx context.Context, w io.Writer) error {
		if err := rows(w, 200); err != nil {
			return err
		}
		select { // the client has the beginning before the end is written
		case <-read:
		case <-ctx.Done():
			return ctx.Err()
		}
		return rows(w, 200)
	})
	answer, err := ask("identity")
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, []string{"chunked"}, answer.TransferEncoding)
	first := make([]byte, firstPart)
	_, err = io.ReadFull(answer.Body, first)
	require.NoError(t, err)
	close(read)
	rest, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat(row, 400), string(first)+string(rest))

	packed, err := ask("gzip")
	require.NoError(t, err)
	defer packed.Body.Close()
	require.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	unpacked, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	whole, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat(row, 400), string(whole))
}

func TestAShortFileIsSentWholeAndAFailureBeforeTheFirstPartIsAnswered(t *testing.T) {
	t.Parallel()
	var failure error
	ask := streaming(t, func(_ context.Context, w io.Writer) error { return errors.Join(rows(w, 10), failure) })
	answer, err := ask("identity")
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Empty(t, answer.TransferEncoding)
	require.EqualValues(t, 1000, answer.ContentLength)

	failure = fault.ErrNotFound
	answer, err = ask("identity")
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusNotFound, answer.StatusCode)
	require.Empty(t, answer.Header.Get("Content-Disposition"))
}

// An admin whose database was slow got an empty spreadsheet that said it was whole.
func TestAFileThatTookTooLongBeforeItsFirstPartIsAFailureAndNotAnEmptyFile(t *testing.T) {
	t.Parallel()
	ask := streamingOf(t, func(ctx context.Context, w io.Writer) error {
		<-ctx.Done()
		for { // until the pipe is closed
			if _, err := w.Write(nil); err != nil {
				return err
			}
		}
	})
	for range 20 {
		answer, err := ask("/f?ended=1", "identity")
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.GreaterOrEqual(t, answer.StatusCode, 500)
		require.Empty(t, answer.Header.Get("Content-Disposition"))
	}
}

// A short file that looks whole would be believed: the client must see that the connection broke.
func TestAFileWhoseWritingFailsInTheMiddleIsCutAndDoesNotLookWhole(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func() error{
		"an error":                    func() error { return errors.New("the database went away") },
		"a lost connection's own end": func() error { return io.EOF },
		"a panic":                     func() error { panic("a nil map") },
	} {
		for _, coding := range []string{"identity", "gzip"} {
			t.Run(name+" as "+coding, func(t *testing.T) {
				t.Parallel()
				ask := streaming(t, func(_ context.Context, w io.Writer) error {
					if err := rows(w, 200); err != nil {
						return err
					}
					return fail()
				})
				answer, err := ask(coding)
				require.NoError(t, err)
				defer answer.Body.Close()
				_, err = io.ReadAll(answer.Body)
				require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			})
		}
	}
}

// What a client does not read is not written either: memory does not depend on how long the file is, and the writing ends with the client.
func TestAFileWaitsForItsReaderAndItsTurnEndsWithIt(t *testing.T) {
	t.Parallel()
	var written atomic.Int64
	ended := make(chan error, 1)
	endless := atomic.Bool{}
	endless.Store(true)
	ask := streaming(t, func(_ context.Context, w io.Writer) error {
		if !endless.Load() {
			return rows(w, 1)
		}
		for {
			if err := rows(w, 1); err != nil {
				ended <- err
				return err
			}
			written.Add(int64(len(row)))
		}
	})
	answer, err := ask("identity")
	require.NoError(t, err)
	_, err = io.ReadFull(answer.Body, make([]byte, firstPart))
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Error(t, <-ended)
	require.Less(t, written.Load(), int64(64<<20), "no more than the buffers of a connection hold")
	endless.Store(false)
	answer, err = ask("identity") // waits in line until the turn is given back
	require.NoError(t, err)
	defer answer.Body.Close()
	require.Equal(t, http.StatusOK, answer.StatusCode)
}
