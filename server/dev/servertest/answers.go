package servertest

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Answers is how Postgres' answers reach a server: in pieces, delayed, or truncated.
type Answers struct {
	Piece int                  // maximum bytes of one read; 0 for no limit
	Most  int                  // bytes on a connection before it breaks; 0 for no limit
	Late  func() time.Duration // the delay of each read; nil for none

	pieces, bytes, broke atomic.Int64
}

// Pool is a server's own pool on the test's database, with answers of this kind. The caller closes it.
func (a *Answers) Pool(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	return through(t, pool, func(conn net.Conn) net.Conn { return &answered{Conn: conn, a: a} })
}

func (a *Answers) Pieces() int { return int(a.pieces.Load()) }

func (a *Answers) Bytes() int { return int(a.bytes.Load()) }

func (a *Answers) Broke() int { return int(a.broke.Load()) }

type answered struct {
	net.Conn
	a   *Answers
	had int
}

func (c *answered) Read(b []byte) (int, error) {
	if c.a.Piece > 0 {
		b = b[:min(len(b), c.a.Piece)]
	}
	if c.a.Most > 0 {
		if c.had >= c.a.Most {
			c.a.broke.Add(1)
			_ = c.Conn.Close()
			return 0, io.ErrUnexpectedEOF
		}
		b = b[:min(len(b), c.a.Most-c.had)]
	}
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.a.pieces.Add(1)
		c.a.bytes.Add(int64(n))
		if c.a.Late != nil {
			<-time.After(c.a.Late())
		}
	}
	c.had += n
	return n, err
}
