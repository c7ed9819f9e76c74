package db

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// alone marks a connection whose commit did not reach the synchronous standby.
const alone = "committed here alone"

// notice hears that Postgres gave up waiting for the synchronous standby. It then answers a commit with success and a warning, also when it
// was the statement's time-out that ended the wait: but a failover to that standby loses what was written.
func notice(conn *pgconn.PgConn, n *pgconn.Notice) {
	if n.Routine == "SyncRepWaitForLSN" || strings.HasPrefix(n.Message, "canceling wait for synchronous replication") {
		conn.CustomData()[alone] = true
	}
}

// hold takes a connection for a transaction, until it is known what its commit said: the next request that has it must not read that. What
// an earlier statement left there is forgotten.
func hold(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	held, err := pool.Acquire(ctx)
	if err == nil {
		delete(held.Conn().PgConn().CustomData(), alone)
	}
	return held, err
}

// replicated is ErrUnavailable after a commit that did not reach the standby: it may last or not, like one whose answer was lost.
func replicated(conn *pgx.Conn) error {
	if conn.IsClosed() {
		return nil
	}
	data := conn.PgConn().CustomData()
	if data[alone] == nil {
		return nil
	}
	delete(data, alone)
	return fmt.Errorf("%w: the standby did not confirm", ErrUnavailable)
}
