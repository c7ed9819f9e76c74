package web

import (
	"context"
	"io"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

// The limits of long downloads on one server: how many there are at once, how long one may pause, and how long it takes at most.
const (
	longAtOnce = 2
	longPause  = 30 * time.Second
	longest    = 15 * time.Minute
)

// ErrLongFull refuses a long download while others have all places.
var ErrLongFull = fault.New(fault.Unavailable, "downloads_full",
	"As many large files are being downloaded as we can send at once. Please try again in a few minutes.").After(time.Minute)

// Long are the places of long downloads. They are a server's and nobody's in particular: two slow readers shut everybody else out of long
// downloads, and out of nothing else, for a quarter of an hour at most. That is acceptable since only managers may begin one, what they ask
// for is in the trail, and another server has places of its own. In the pool for everything that takes long such a reader would hold up
// reports and imports; and a line would tell the third only later what the refusal tells at once.
type Long struct{ places chan struct{} }

// NewLong makes the places of one server.
func NewLong() *Long { return &Long{make(chan struct{}, longAtOnce)} }

func (l *Long) enter() (*turn, error) {
	if l == nil {
		return &turn{}, nil
	}
	select {
	case l.places <- struct{}{}:
		return &turn{func() { <-l.places }}, nil
	default:
		return nil, ErrLongFull
	}
}

// LongDownload makes an endpoint of a plain function that makes a file which may take longer than requests do: it is written for as long as
// it is read without a pause. It has a place of Long, and needs no turn in the pool, since it does little at a time.
func LongDownload[Req any](fn func(ctx context.Context, who Caller, req Req) (File, error)) Endpoint {
	endpoint := fileEndpoint(fn, downloaded)
	endpoint.long = true
	return endpoint
}

type longKey struct{}

// writing is how long a file may be written, and what is told of each part that is about to be sent.
func (e *Edge) writing(c fiber.Ctx) (ctx context.Context, cancel context.CancelFunc, next func()) {
	if c.Locals(longKey{}) == nil {
		ctx, cancel = e.context(c)
		return ctx, cancel, func() {}
	}
	until := time.Now().Add(longest)
	ctx, cancel = context.WithDeadline(context.WithoutCancel(c.Context()), until)
	conn := c.RequestCtx().Conn()
	return ctx, cancel, func() { extend(conn, until) }
}

// extend gives who reads time for the next part, but not beyond the end. The server itself gives one time to a whole answer.
func extend(conn net.Conn, until time.Time) {
	if next := time.Now().Add(longPause); next.Before(until) {
		until = next
	}
	_ = conn.SetWriteDeadline(until) // a connection that is gone fails the write
}

// paced is a file that tells of each part that is about to be sent.
type paced struct {
	io.ReadCloser
	next func()
}

func (p paced) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.next()
	return n, err
}
