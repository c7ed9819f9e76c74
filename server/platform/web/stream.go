package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// firstPart is how much of a file that is streamed is kept back, in bytes: a failure before that is answered as every other, and a shorter
// file is sent whole.
const firstPart = 4 << 10

// turn is a request's turn in the pool. It ends with the request, or with the file that the request began.
type turn struct{ leave func() }

type turnKey struct{}

func (t *turn) end() {
	if leave := t.leave; leave != nil {
		t.leave = nil
		leave()
	}
}

// begin starts to write a file, and gives what sends it. What is written waits for who reads it, so that never more than firstPart and a
// few buffers of it are in memory. When writing fails after the first part, or takes longer than it may, the connection is cut: a
// client sees a download that failed, not a short file that looks whole. pack sends it packed to clients that can unpack it.
func (e *Edge) begin(c fiber.Ctx, write func(ctx context.Context, w io.Writer) error, pack bool) (send func() error, err error) {
	ctx, cancel, next := e.writing(c)
	from, to := io.Pipe()
	// A pipe does not know of ctx. Closing the writer's end alone ends both, and tells the reader why.
	context.AfterFunc(ctx, func() { _ = to.CloseWithError(cut{ctx.Err()}) })
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := guarded(ctx, to, write); err != nil {
			_ = to.CloseWithError(cut{err})
			return
		}
		_ = to.Close()
	}()
	first := make([]byte, firstPart)
	n, err := io.ReadFull(from, first)
	if err != nil {
		cancel()
		<-ended
		if failed, ok := errors.AsType[cut](err); ok {
			return nil, failed.because
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		return func() error { return c.Send(first[:n]) }, nil // it ended
	}
	s := &stream{Reader: io.MultiReader(bytes.NewReader(first), from), cancel: cancel, ended: ended}
	if held, ok := c.Locals(turnKey{}).(*turn); ok {
		s.turn, held.leave = turn{held.leave}, nil
	}
	id, route := c.GetRespHeader("X-Request-Id"), strings.Clone(c.Route().Path)
	s.failed = func(err error) { e.Log.Error("a file was cut", "id", id, "route", route, "error", err.Error()) }
	return func() error {
		var body io.ReadCloser = s
		// The packer of all answers would end a file that was cut as if it were whole.
		c.Set("Cache-Control", "private, no-store, no-transform")
		if pack {
			c.Vary("Accept-Encoding")
		}
		if pack && strings.Contains(c.Get("Accept-Encoding"), "gzip") {
			c.Set("Content-Encoding", "gzip")
			body = zipped(s)
		}
		return c.SendStream(paced{body, next})
	}, nil
}

// cut is why a file is not whole. It hides that the reason may be a lost connection's io.EOF, which readers take for the file's end.
type cut struct{ because error }

func (c cut) Error() string { return c.because.Error() }

// guarded is write, with a panic as an error: it runs outside of the request, where nothing else recovers.
func guarded(ctx context.Context, w io.Writer, write func(ctx context.Context, w io.Writer) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic while writing a file: %v", r)
		}
	}()
	return write(ctx, w)
}

// stream is a file that is being written. Close, which the server calls at the end and when the client is gone, ends the writing and gives
// the turn back.
type stream struct {
	io.Reader
	cancel context.CancelFunc
	ended  chan struct{}
	turn   turn
	failed func(err error)
}

func (s *stream) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if failed, ok := errors.AsType[cut](err); ok {
		s.failed(failed.because)
	}
	return n, err
}

func (s *stream) Close() error {
	s.cancel()
	<-s.ended
	s.turn.end()
	return nil
}

// zipper is a file's bytes packed as they are read. An error goes on as it is, and nothing says that the file is whole then.
type zipper struct {
	from   io.ReadCloser
	part   []byte
	packed bytes.Buffer
	to     *gzip.Writer
	whole  bool
}

func zipped(from io.ReadCloser) *zipper {
	z := &zipper{from: from, part: make([]byte, firstPart)}
	z.to = gzip.NewWriter(&z.packed)
	return z
}

func (z *zipper) Read(p []byte) (int, error) {
	for z.packed.Len() == 0 && !z.whole {
		n, err := z.from.Read(z.part)
		_, _ = z.to.Write(z.part[:n]) // into memory, which takes all
		switch {
		case errors.Is(err, io.EOF):
			z.whole = true
			_ = z.to.Close()
		case err != nil:
			return 0, err
		default:
			_ = z.to.Flush()
		}
	}
	return z.packed.Read(p)
}

func (z *zipper) Close() error { return z.from.Close() }
