package invoice

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/bank"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// BankBody is the size limit of a request with a bank's statement in bytes: the file in base64 and the JSON around it.
const BankBody = bank.MaxBytes*4/3 + 8192

// BankImportRequest carries a statement in base64, with the name of its file. A table also has a bank, whose columns are remembered;
// without Columns they are those that are remembered of it, or a guess. Without Apply the import is a dry run; Apply is the Hash that one
// returned.
type BankImportRequest struct {
	File    string        `json:"file" validate:"required"`
	Name    string        `json:"name" validate:"max=120"`
	Bank    string        `json:"bank,omitempty" validate:"max=60"`
	Columns *bank.Columns `json:"columns,omitempty"`
	Apply   string        `json:"apply,omitempty" validate:"max=64"`
}

// BankImport is a dry run of an import, or the statement that it became. Known are the lines that are here already. A table also has its
// headings, its first rows, the columns that were read and the banks whose columns are remembered. When Errors is not empty nothing is
// imported; Errors holds the first ones and More counts the rest.
type BankImport struct {
	Hash     string          `json:"hash"`
	Format   string          `json:"format"`
	Bank     string          `json:"bank"`
	Banks    []string        `json:"banks"`
	Headings []string        `json:"headings"`
	Sample   [][]string      `json:"sample"`
	Columns  bank.Columns    `json:"columns"`
	Account  string          `json:"account"`
	Lines    int             `json:"lines"`
	Credits  int             `json:"credits"`
	CameIn   money.Fils      `json:"came_in"` // the sum of credits in dirhams
	Known    int             `json:"known"`
	Pending  int             `json:"pending"`
	Errors   []bank.RowError `json:"errors"`
	More     int             `json:"more"`
	ID       string          `json:"id,omitempty"` // the statement, once it is imported
}

// ErrStatementChanged refuses to import another file or other columns than those of the dry run.
var ErrStatementChanged = fault.New(fault.Conflict, "statement_changed",
	"The statement is not the one that you looked at. Please look at it again.")

const maxErrors = 20

// HandleBankImport makes a dry run of a bank's statement, or keeps it. A file that was kept before is the same statement, and a movement
// that another one brought is not there twice. Nothing is booked by it. Support may.
func (v *Invoices) HandleBankImport(ctx context.Context, who web.Caller, r BankImportRequest) (look BankImport, err error) {
	data, err := base64.StdEncoding.DecodeString(r.File)
	if err != nil {
		return look, fault.Field("file", bank.ErrUnreadable.Error())
	}
	name, err := person.Line("name", cmp.Or(r.Name, "statement"), 120)
	if err != nil {
		return look, err
	}
	err = person.InTx(ctx, v.Conn, who, func(ctx context.Context, tx db.Tx) error {
		var lines []bank.Line
		if look, lines, err = looked(ctx, tx.Queries, data, r); err != nil || r.Apply == "" {
			return err
		}
		if r.Apply != look.Hash || len(look.Errors) > 0 {
			return ErrStatementChanged
		}
		if look.ID, err = v.keep(ctx, tx, who, look, name, lines); err != nil || look.Format != "csv" {
			return err
		}
		columns, err := json.Marshal(look.Columns)
		if err != nil {
			return err
		}
		return tx.BankLayoutSet(ctx, db.BankLayoutSetParams{ID: strings.ToLower(look.Bank), Bank: look.Bank, Headings: look.Headings,
			Columns: columns, At: v.Clock()})
	})
	return look, err
}

// looked is what a file would become.
func looked(ctx context.Context, q *db.Queries, data []byte, r BankImportRequest) (look BankImport, lines []bank.Line, err error) {
	look = BankImport{Banks: []string{}, Headings: []string{}, Sample: [][]string{}, Errors: []bank.RowError{}}
	hashed := sha256.New()
	hashed.Write(data)
	if !bank.IsCAMT(data) {
		table, err := bank.ReadTable(data)
		if err != nil {
			return look, nil, unread(err)
		}
		if err := layout(ctx, q, table, r, &look); err != nil {
			return look, nil, err
		}
		// The columns are a part of what was looked at.
		if err := json.NewEncoder(hashed).Encode([]any{look.Columns, strings.ToLower(look.Bank)}); err != nil {
			return look, nil, err
		}
	}
	look.Hash = hex.EncodeToString(hashed.Sum(nil))
	file, wrong, err := bank.Read(data, cmp.Or(look.Bank, "CSV"), look.Columns)
	if err != nil {
		return look, nil, unread(err)
	}
	look.Format, look.Pending, look.Lines = file.Format, file.Pending, len(file.Lines)
	look.Errors, look.More = append(look.Errors, wrong[:min(len(wrong), maxErrors)]...), max(0, len(wrong)-maxErrors)
	if look.Format == "csv" && look.Bank == "" && len(wrong) == 0 {
		look.Errors = append(look.Errors, bank.RowError{What: "bank"})
	}
	keys := make([]string, len(file.Lines))
	for i, l := range file.Lines {
		if keys[i] = l.Key; l.Amount > 0 && l.Currency == bank.AED {
			look.Credits, look.CameIn = look.Credits+1, look.CameIn+l.Amount
		}
		look.Account = cmp.Or(look.Account, l.Account)
	}
	if look.Known, err = q.BankKnown(ctx, keys); err != nil {
		return look, nil, fmt.Errorf("look for known lines: %w", err)
	}
	return look, file.Lines, nil
}

func unread(err error) error {
	for _, known := range []error{bank.ErrUnreadable, bank.ErrTooLarge, bank.ErrEmpty, bank.ErrVersion} {
		if errors.Is(err, known) {
			return fault.Field("file", known.Error())
		}
	}
	return err
}

// layout finds a table's bank and columns: those that the request names, or what is remembered of the bank, or of a table with the same
// headings, or a guess.
func layout(ctx context.Context, q *db.Queries, table bank.Table, r BankImportRequest, look *BankImport) error {
	look.Headings, look.Sample, look.Columns = table.Headings, table.Sample, table.Guess
	rows, err := q.BankLayouts(ctx)
	if err != nil {
		return fmt.Errorf("read layouts: %w", err)
	}
	look.Bank = strings.Join(strings.Fields(r.Bank), " ")
	named := false
	for _, row := range rows {
		look.Banks = append(look.Banks, row.Bank)
		same := slices.Equal(row.Headings, table.Headings)
		if named || look.Bank == "" && !same || look.Bank != "" && row.ID != strings.ToLower(look.Bank) {
			continue
		}
		var columns bank.Columns
		if err := json.Unmarshal(row.Columns, &columns); err != nil {
			return fmt.Errorf("layout of %s: %w", row.ID, err)
		}
		named, look.Bank = true, row.Bank
		if table.Fits(columns) {
			look.Columns = columns
		}
	}
	if r.Columns != nil {
		look.Columns = *r.Columns
	}
	return nil
}

// keep writes a statement with those of its lines that no other one had, and answers with its id.
func (v *Invoices) keep(ctx context.Context, tx db.Tx, who web.Caller, look BankImport, name string, lines []bank.Line) (string, error) {
	now, id := v.Clock(), ulid.Make().String()
	kept, err := tx.BankStatementInsert(ctx, db.BankStatementInsertParams{ID: id, Name: name, Format: look.Format, Hash: look.Hash,
		Pending: look.Pending, MadeBy: who.ProfileID, At: now})
	if err != nil {
		return "", fmt.Errorf("keep statement: %w", err)
	}
	if kept == 0 {
		id, err := tx.BankStatementOfHash(ctx, look.Hash)
		if err != nil {
			return "", fmt.Errorf("read statement: %w", err)
		}
		return id, nil
	}
	rows := db.BankLinesInsertParams{StatementID: id}
	for _, l := range lines {
		rows.Ids, rows.Accounts, rows.Keys = append(rows.Ids, ulid.Make().String()), append(rows.Accounts, l.Account), append(rows.Keys, l.Key)
		rows.Days, rows.Amounts = append(rows.Days, l.BookedOn), append(rows.Amounts, int64(l.Amount))
		rows.Currencies, rows.Payers = append(rows.Currencies, l.Currency), append(rows.Payers, l.Payer)
		rows.Texts, rows.Refs, rows.Reversals = append(rows.Texts, l.Text), append(rows.Refs, l.Reference), append(rows.Reversals, l.Reversal)
	}
	fresh, err := tx.BankLinesInsert(ctx, rows)
	if err != nil {
		return "", fmt.Errorf("keep lines: %w", err)
	}
	if err := tx.BankStatementKnown(ctx, len(lines)-int(fresh), id); err != nil {
		return "", fmt.Errorf("keep what was known: %w", err)
	}
	return id, audit.Write(ctx, tx.Queries, audit.Act{At: now, Who: who.ProfileID, Kind: "bank.import", Subject: id,
		After: map[string]any{"lines": fresh, "known": len(lines) - int(fresh), "format": look.Format}})
}

// BankStatement is a statement of the bank: how many of its lines are new, how many credits wait and how many are booked.
type BankStatement struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Format  string     `json:"format"`
	At      time.Time  `json:"at"`
	By      string     `json:"by"`
	FirstOn clock.Date `json:"first_on"`
	LastOn  clock.Date `json:"last_on"`
	Lines   int        `json:"lines"`
	Known   int        `json:"known"`
	Pending int        `json:"pending"`
	Open    int        `json:"open"`
	Booked  int        `json:"booked"`
}

// BankStatementsRequest names the statement after which a page begins.
type BankStatementsRequest struct {
	After string `query:"after" validate:"max=26"`
}

// BankStatements is a page of statements, the newest first. Next is the cursor of the following page; empty at the end.
type BankStatements struct {
	Data []BankStatement `json:"data"`
	Next string          `json:"next"`
}

// HandleBankStatements shows the bank's statements. Support may.
func (v *Invoices) HandleBankStatements(ctx context.Context, _ web.Caller, r BankStatementsRequest) (list BankStatements, err error) {
	list.Data = []BankStatement{}
	rows, err := db.New(v.Conn).BankStatements(ctx, cmp.Or(r.After, afterAll))
	if err != nil {
		return list, fmt.Errorf("read statements: %w", err)
	}
	if len(rows) > perFind {
		rows = rows[:perFind]
		list.Next = rows[perFind-1].ID
	}
	for _, s := range rows {
		list.Data = append(list.Data, BankStatement{ID: s.ID, Name: s.Name, Format: s.Format, At: s.At.UTC(), By: s.ByName, FirstOn: s.FirstOn,
			LastOn: s.LastOn, Lines: s.Lines, Known: s.Known, Pending: s.Pending, Open: s.Open, Booked: s.Booked})
	}
	return list, nil
}
