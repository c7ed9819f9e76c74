package servertest

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Wire is a proxy between a server and Postgres: it parses the protocol, counts the server's messages, and breaks all connections at one
// of them.
type Wire struct {
	mu   sync.Mutex
	said int
	done int  // statements, each counted when it is to be carried out
	trip int  // messages that are followed by an answer
	cut  Cut  // At is 0 when nothing shall break
	kind byte // type of the message at which it broke, 0 until then
	deaf bool // Postgres has the message, and its answer is dropped
}

// Cut is where a wire breaks: at the server's n-th message, which is not sent or, when Lost, is carried out by Postgres while the answer
// is lost.
type Cut struct {
	At   int
	Lost bool
}

func Breaks(c Cut) *Wire { return &Wire{cut: c} }

// Pool is a server's own pool on the test's database, over this wire.
func (w *Wire) Pool(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	return through(t, pool, func(conn net.Conn) net.Conn { return &wired{Conn: conn, w: w} })
}

// through is one more pool on a test's database, whose connections are wrapped.
func through(t testing.TB, pool *pgxpool.Pool, wrap func(conn net.Conn) net.Conn) *pgxpool.Pool {
	t.Helper()
	config := pool.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return wrap(conn), nil
	}
	config.ConnConfig.TLSConfig, config.ConnConfig.Fallbacks = nil, nil
	config.MinConns = 0
	// The number of a message must not depend on the query mode in the tests' URL: each statement sends all its messages.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	// A slow machine must not make the pool ping the connection: that would be one more message.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	own, err := pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	return own
}

// Broke is the type of the message at which the wire broke, and 0 when it did not.
func (w *Wire) Broke() byte { w.mu.Lock(); defer w.mu.Unlock(); return w.kind }

// Asked is how many statements were said, and how many round trips they took.
func (w *Wire) Asked() (statements, trips int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.done, w.trip
}

// The messages that are followed by an answer, that which carries out a statement, and those of a connection's start, which have no type.
const (
	doing   = 'E'
	query   = 'Q'
	syncing = 'S'
	opening = '^'
)

// count counts a message and decides whether it passes and whether its answer is dropped.
func (w *Wire) count(kind byte) (pass, deaf bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.kind != 0 {
		return false, false // the wire is broken
	}
	if kind == doing || kind == query {
		w.done++
	}
	if kind == syncing || kind == query {
		w.trip++
	}
	if w.said++; w.said != w.cut.At {
		return true, false
	}
	w.kind, w.deaf = kind, w.cut.Lost
	return w.cut.Lost, w.cut.Lost
}

type wired struct {
	net.Conn
	w      *Wire
	held   []byte // the beginning of an incomplete message
	batch  []byte // messages that are sent with the next one that is answered
	begun  bool   // past the messages without a type
	deaf   bool
	answer []byte // the end of the dropped answer
}

// A cancel request comes on a connection of its own, some time after a break, and is not counted.
const cancelRequest = 80877102

func (c *wired) Write(b []byte) (int, error) {
	c.held = append(c.held, b...)
	for {
		message, kind := c.next()
		if message == nil {
			return len(b), nil
		}
		pass, deaf := true, false
		if kind != 0 {
			pass, deaf = c.w.count(kind)
		}
		if !pass {
			_ = c.Conn.Close()
			return 0, io.ErrUnexpectedEOF
		}
		// Postgres carries out the end of a transaction before the message that asks for the answers. Sent together, a batch of which
		// a message is lost is never heard.
		if c.batch = append(c.batch, message...); !deaf && strings.IndexByte("PBDEC", kind) >= 0 {
			continue
		}
		if _, err := c.Conn.Write(c.batch); err != nil {
			return 0, err
		}
		c.batch = nil
		if deaf {
			c.deaf, c.held = true, nil
			return len(b), nil
		}
	}
}

// next takes the first complete message of what was written, with its type; 0 is for one that is not counted.
func (c *wired) next() (message []byte, kind byte) {
	head := 5
	if !c.begun {
		head = 4
	}
	if len(c.held) < head {
		return nil, 0
	}
	long := int(binary.BigEndian.Uint32(c.held[head-4:])) + head - 4
	if len(c.held) < long {
		return nil, 0
	}
	message, c.held = c.held[:long:long], c.held[long:]
	if c.begun {
		return message, message[0]
	}
	c.begun = true
	if binary.BigEndian.Uint32(message[4:]) == cancelRequest {
		return message, 0
	}
	return message, opening
}

func (c *wired) Read(b []byte) (int, error) {
	if !c.deaf {
		return c.Conn.Read(b)
	}
	for { // until Postgres has finished
		n, err := c.Conn.Read(b)
		c.answer = append(c.answer, b[:n]...)
		if over(c.answer) || err != nil {
			_ = c.Conn.Close()
			return 0, io.ErrUnexpectedEOF
		}
		c.answer = c.answer[max(0, len(c.answer)-ready):]
	}
}

const ready = 6 // bytes of a ReadyForQuery message

func over(answer []byte) bool {
	return len(answer) >= ready && string(answer[len(answer)-ready:len(answer)-1]) == "Z\x00\x00\x00\x05"
}

// CutEverywhere runs do over a wire that breaks at the server's first message, again over one that breaks at the second, and so on until
// do finishes without a break; at a message that is followed by an answer it runs do once more and drops only the answer. Each try that is
// cut must fail; then look is called, to check the result and to prepare the next try. It returns how many messages there are and how many
// answers were lost.
func CutEverywhere(t testing.TB, pool *pgxpool.Pool, do func(conn *pgxpool.Pool) error, look func(c Cut)) (messages, lost int) {
	t.Helper()
	return cutEach(t, pool, 1, do, look)
}
