package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/money"
)

// Past is a transaction that happened already, with what each account got (or, below zero, gave). Of is the profile or company that owns
// the account, empty for the lunch company's own.
type Past struct {
	ID, Kind, CauseType, CauseID, Note string
	At                                 time.Time
	Parts                              []PastPart
}

// PastPart is one entry of a Past.
type PastPart struct {
	Account, Of string
	Amount      money.Fils
}

// PastHold is what was held for an order or an amendment and has ended: used or released.
type PastHold struct {
	Subject, Profile, State string
	Amount                  money.Fils
}

// WriteHistory writes a whole history at once, in the given order, for a demo that begins with one. No one else may post to these wallets
// meanwhile: it joins the caller's transaction and locks nothing. id makes the ids of accounts.
func WriteHistory(ctx context.Context, tx pgx.Tx, all []Past, holds []PastHold, id func() string) error {
	accounts := map[PastPart]string{}
	account := func(kind, of string) (string, error) {
		key := PastPart{Account: kind, Of: of}
		if known, ok := accounts[key]; ok {
			return known, nil
		}
		profile, company := (*string)(nil), (*string)(nil)
		switch {
		case of != "" && kind == "company":
			company = &of
		case of != "":
			profile = &of
		}
		var known string
		if _, err := tx.Exec(ctx, `INSERT INTO accounts (id, kind, profile_id, company_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
			id(), kind, profile, company); err != nil {
			return "", fmt.Errorf("make account %s: %w", kind, err)
		}
		if err := tx.QueryRow(ctx, `SELECT id FROM accounts WHERE kind = $1 AND profile_id IS NOT DISTINCT FROM $2 AND company_id IS NOT DISTINCT
			FROM $3`, kind, profile, company).Scan(&known); err != nil {
			return "", fmt.Errorf("find account %s: %w", kind, err)
		}
		accounts[key] = known
		return known, nil
	}
	transactions, entries, held := make([][]any, 0, len(all)), make([][]any, 0, 4*len(all)), make([][]any, 0, len(holds))
	for _, p := range all {
		sum, moved := money.Fils(0), false
		for _, part := range p.Parts {
			sum += part.Amount
			if part.Amount == 0 {
				continue
			}
			of, err := account(part.Account, part.Of)
			if err != nil {
				return err
			}
			entries, moved = append(entries, []any{p.ID, of, int64(part.Amount)}), true
		}
		if sum != 0 {
			return fmt.Errorf("ledger: %s %s does not balance: %s", p.CauseType, p.CauseID, sum)
		}
		if moved {
			transactions = append(transactions, []any{p.ID, p.Kind, p.CauseType, p.CauseID, p.Note, p.At})
		}
	}
	for _, h := range holds {
		of, err := account("wallet", h.Profile)
		if err != nil {
			return err
		}
		held = append(held, []any{h.Subject, of, int64(h.Amount), h.State})
	}
	for _, table := range []struct {
		name    string
		columns []string
		rows    [][]any
	}{
		{"transactions", []string{"id", "kind", "cause_type", "cause_id", "note", "at"}, transactions},
		{"entries", []string{"transaction_id", "account_id", "amount"}, entries},
		{"holds", []string{"subject_id", "account_id", "amount", "state"}, held},
	} {
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{table.name}, table.columns, pgx.CopyFromRows(table.rows)); err != nil {
			return fmt.Errorf("tell %s: %w", table.name, err)
		}
	}
	return nil
}
