package servertest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Meter adds up what Postgres reads for statements, as it really runs them: prepared, with the plan that it chose for them by then.
type Meter struct {
	mu     sync.Mutex
	cost   Cost
	steady []string
}

// Cost is what statements took: the rows that their plans read from tables and indexes (also those that a filter dropped), the blocks that
// they touched, and each by itself.
type Cost struct {
	Rows, Blocks float64
	Statements   []Statement
}

// Statement is one of a Cost, by the name of its query, with its plan as JSON.
type Statement struct {
	Name, Plan string
	Rows       float64
}

// NewMeter is a pool of one connection on a test's database, and the meter of it. The server prepares its statements there, as with
// default_query_exec_mode=cache_statement, so that from the sixth time on Postgres may use one plan for all parameters. Rows of steady
// tables are not counted.
func NewMeter(t testing.TB, pool *pgxpool.Pool, steady ...string) (*Meter, *pgxpool.Pool) {
	t.Helper()
	m, config := &Meter{steady: steady}, pool.Config()
	config.MaxConns, config.MinConns = 1, 0
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheStatement
	config.ConnConfig.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { m.note(n.Message) }
	first := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if err := first(ctx, conn); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
			SET auto_explain.log_buffers = on; SET auto_explain.log_timing = off; SET auto_explain.log_format = json;
			SET auto_explain.log_level = notice; SET jit = off`)
		return err
	}
	own, err := pgxpool.NewWithConfig(context.Background(), config)
	require.NoError(t, err)
	t.Cleanup(own.Close)
	return m, own
}

// Of is the cost of what do asks of the meter's pool.
func (m *Meter) Of(do func()) Cost {
	m.mu.Lock()
	m.cost = Cost{}
	m.mu.Unlock()
	do()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cost
}

// node is a part of a plan. Its rows are the average of its loops.
type node struct {
	Kind    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Rows    float64 `json:"Actual Rows"`
	Loops   float64 `json:"Actual Loops"`
	Dropped float64 `json:"Rows Removed by Filter"`
	Again   float64 `json:"Rows Removed by Index Recheck"`
	Hit     float64 `json:"Shared Hit Blocks"`
	Read    float64 `json:"Shared Read Blocks"`
	Plans   []node
}

// read is how many rows the scans of a plan read, but for those of some tables.
func (n node) read(but []string) (rows float64) {
	switch n.Kind { // what a bitmap of an index finds counts where it is read
	case "Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan":
		if !slices.Contains(but, n.Table) {
			rows = n.Loops * (n.Rows + n.Dropped + n.Again)
		}
	}
	for _, part := range n.Plans {
		rows += part.read(but)
	}
	return rows
}

func (m *Meter) note(message string) {
	_, plan, found := strings.Cut(message, "plan:\n")
	var said struct {
		Text string `json:"Query Text"`
		Plan node
	}
	if !found || json.Unmarshal([]byte(plan), &said) != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	name, _, _ := strings.Cut(strings.TrimPrefix(said.Text, "-- name: "), " ")
	rows := said.Plan.read(m.steady)
	m.cost.Rows += rows
	m.cost.Blocks += said.Plan.Hit + said.Plan.Read
	m.cost.Statements = append(m.cost.Statements, Statement{Name: name, Plan: plan, Rows: rows})
}
