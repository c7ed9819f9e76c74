// Package doctor checks a whole database for violated invariants. It promises that it changes nothing, and that every finding is a real
// defect: every query holds in every committed state, so a row never depends on timing.
package doctor

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// An invariant must hold in every committed state. Its query finds the rows that violate it, so a consistent database gives none.
type invariant struct{ Name, Query string }

// Finding is how many rows violate an invariant.
type Finding struct {
	Name  string
	Count int
}

// Beginner starts transactions: a pool or a connection.
type Beginner interface {
	BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
}

// Examine checks one snapshot of the database and returns every invariant with its count, in order.
func Examine(ctx context.Context, conn Beginner) (all []Finding, err error) {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, fmt.Errorf("doctor: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	return ExamineIn(ctx, tx)
}

// ExamineIn checks the database as a transaction sees it.
func ExamineIn(ctx context.Context, tx pgx.Tx) ([]Finding, error) {
	every := slices.Concat(ledgers, orders, amendments, reservations, payments, devices, counters, cards, invoices, eaters, kitchens,
		planners, withdrawals, windows, people, books, integrations, directories, references)
	all := make([]Finding, len(every))
	asks := &pgx.Batch{}
	for i, v := range every {
		all[i] = Finding{Name: v.Name}
		asks.Queue("SELECT count(*) FROM (" + v.Query + ") AS broken").QueryRow(func(row pgx.Row) error {
			if err := row.Scan(&all[i].Count); err != nil {
				return fmt.Errorf("invariant %q: %w", v.Name, err)
			}
			return nil
		})
	}
	return all, tx.SendBatch(ctx, asks).Close()
}

// Broken is the names of the invariants that do not hold.
func Broken(all []Finding) []string {
	names := []string{}
	for _, f := range all {
		if f.Count > 0 {
			names = append(names, f.Name)
		}
	}
	return names
}
