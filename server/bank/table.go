package bank

import (
	"errors"
	"slices"
	"strings"

	"sahn/server/platform/money"
	"sahn/server/platform/sheet"
)

// Columns are the headings of a bank's table by what is in them; empty for what it does not have. A table has credit and debit, or one
// amount with a sign. Decimal is dot or comma, Order is dmy, mdy or ymd; empty for what the table itself shows.
type Columns struct {
	Date        string `json:"date" validate:"max=80"`
	Description string `json:"description" validate:"max=80"`
	Credit      string `json:"credit" validate:"max=80"`
	Debit       string `json:"debit" validate:"max=80"`
	Amount      string `json:"amount" validate:"max=80"`
	Balance     string `json:"balance" validate:"max=80"`
	Reference   string `json:"reference" validate:"max=80"`
	Payer       string `json:"payer" validate:"max=80"`
	Currency    string `json:"currency" validate:"max=80"`
	Decimal     string `json:"decimal" validate:"omitempty,oneof=dot comma"`
	Order       string `json:"order" validate:"omitempty,oneof=dmy mdy ymd"`
}

// Table is a bank's table before its columns are known: headings, the first rows below them, and a guess of the columns.
type Table struct {
	Headings []string
	Sample   [][]string
	Guess    Columns

	rows []sheet.Row
}

// RowError is what is wrong with a row of a table, by its number in the file: date, amount, both or decimal.
type RowError struct {
	Row  int    `json:"row"`
	What string `json:"what"`
}

// known are headings of banks in the Emirates, in English and Arabic, in lower case; the first that is found counts.
var known = []struct {
	of    func(*Columns) *string
	names []string
}{
	{func(c *Columns) *string { return &c.Date }, []string{"transaction date", "date", "posting date", "booking date", "txn date",
		"value date",
		"تاريخ العملية", "تاريخ المعاملة", "التاريخ"}},
	{func(c *Columns) *string { return &c.Description }, []string{"description", "narration", "narrative", "transaction details", "details",
		"particulars", "remarks", "transaction description", "الوصف", "البيان", "التفاصيل"}},
	{func(c *Columns) *string { return &c.Credit }, []string{"credit", "credit amount", "credits", "deposit", "deposits", "paid in",
		"money in",
		"دائن", "إيداع", "الدائن"}},
	{func(c *Columns) *string { return &c.Debit }, []string{"debit", "debit amount", "debits", "withdrawal", "withdrawals", "paid out",
		"money out", "مدين", "سحب", "المدين"}},
	{func(c *Columns) *string { return &c.Amount }, []string{"amount", "transaction amount", "المبلغ"}},
	{func(c *Columns) *string { return &c.Balance }, []string{"balance", "running balance", "closing balance", "account balance", "الرصيد"}},
	{func(c *Columns) *string { return &c.Reference }, []string{"reference", "bank reference", "transaction reference", "reference number",
		"ref no", "reference no", "transaction id", "cheque/ref no", "المرجع", "رقم المرجع"}},
	{func(c *Columns) *string { return &c.Payer }, []string{"payer", "sender", "beneficiary/remitter", "counterparty", "remitter",
		"ordering customer", "المرسل", "الدافع"}},
	{func(c *Columns) *string { return &c.Currency }, []string{"currency", "ccy", "account currency", "العملة"}},
}

// heading is how headings are compared: without case, currency in brackets, dots and space.
func heading(s string) string {
	s = strings.ToLower(strings.Join(strings.Fields(digits(s)), " "))
	for _, mark := range []string{"(aed)", "aed", "(درهم)", ".", ":", "*"} {
		s = strings.ReplaceAll(s, mark, "")
	}
	return strings.TrimSpace(s)
}

// guess is the columns that headings name.
func guess(headings []string) (c Columns, found int) {
	for _, k := range known {
		for _, name := range k.names {
			i := slices.IndexFunc(headings, func(h string) bool { return heading(h) == name })
			if i >= 0 && *k.of(&c) == "" {
				*k.of(&c) = headings[i]
				found++
			}
		}
	}
	if c.Credit != "" {
		c.Amount = ""
	}
	return c, found
}

const (
	searched = 40 // rows above which the headings stand
	sampled  = 5
)

// ReadTable reads a table as far as its headings: the row of the first ones that names the most columns. Banks write the account's name,
// number and period above them.
func ReadTable(data []byte) (Table, error) {
	rows, err := sheet.ReadUpTo(data, MaxBytes)
	switch {
	case errors.Is(err, sheet.ErrTooLarge):
		return Table{}, ErrTooLarge
	case errors.Is(err, sheet.ErrEmpty):
		return Table{}, ErrEmpty
	case err != nil:
		return Table{}, ErrUnreadable
	}
	best, most := 0, 0
	for i, r := range rows[:min(len(rows), searched)] {
		filled := len(slices.DeleteFunc(slices.Clone(r.Cells), func(c string) bool { return c == "" }))
		if _, found := guess(r.Cells); found*100+filled > most && filled >= 3 {
			best, most = i, found*100+filled
		}
	}
	if most == 0 {
		return Table{}, ErrUnreadable
	}
	t := Table{Headings: []string{}, Sample: [][]string{}, rows: rows[best+1:]}
	if len(t.rows) > MaxLines {
		return Table{}, ErrTooLarge
	}
	for _, h := range rows[best].Cells {
		t.Headings = append(t.Headings, plain(h, 80))
	}
	t.Guess, _ = guess(t.Headings)
	for _, r := range t.rows[:min(len(t.rows), sampled)] {
		cells := make([]string, len(t.Headings))
		for i := range cells {
			cells[i] = plain(r.Cell(i), 120)
		}
		t.Sample = append(t.Sample, cells)
	}
	return t, nil
}

// Fits reports whether a table has all the columns that are named, and enough of them.
func (t Table) Fits(c Columns) bool {
	for _, k := range known {
		if name := *k.of(&c); name != "" && !slices.Contains(t.Headings, name) {
			return false
		}
	}
	return c.Date != "" && (c.Credit != "" || c.Amount != "")
}

// Lines reads the movements of a table. Rows without an amount, such as the balance brought forward, are left out; those that are wrong
// are named, and then nothing of the table may be used.
func (t Table) Lines(account string, c Columns) ([]Line, []RowError) {
	if !t.Fits(c) {
		return nil, []RowError{{0, "columns"}}
	}
	at := func(name string) func(sheet.Row) string {
		i := slices.Index(t.Headings, name)
		if name == "" {
			i = -1
		}
		return func(r sheet.Row) string { return r.Cell(i) }
	}
	date, credit, debit, amount, currency := at(c.Date), at(c.Credit), at(c.Debit), at(c.Amount), at(c.Currency)
	description, payer, number, balance := at(c.Description), at(c.Payer), at(c.Reference), at(c.Balance)
	var sums, days []string
	for _, r := range t.rows {
		sums, days = append(sums, credit(r), debit(r), amount(r)), append(days, date(r))
	}
	decimal, ok := decimalIn(sums)
	switch {
	case c.Decimal == "comma":
		decimal = ','
	case c.Decimal == "dot":
		decimal = '.'
	case !ok:
		return nil, []RowError{{0, "decimal"}}
	}
	order := c.Order
	if order == "" {
		found, ok := orderIn(days)
		if !ok {
			return nil, []RowError{{0, "order"}}
		}
		order = found
	}
	var lines []Line
	var wrong []RowError
	for _, r := range t.rows {
		value, err := valueOf(credit(r), debit(r), amount(r), decimal)
		if err == nil && value == 0 || date(r) == "" {
			continue // a balance, a heading that is repeated, or the end of a page
		}
		if err != nil {
			wrong = append(wrong, RowError{r.Line, err.Error()})
			continue
		}
		on, err := dateOf(date(r), order)
		if err != nil {
			wrong = append(wrong, RowError{r.Line, "date"})
			continue
		}
		l := Line{Account: account, BookedOn: on, Amount: value, Currency: AED, Payer: plain(payer(r), maxName),
			Text: plain(description(r), maxText), Reference: reference(number(r)), balance: plain(balance(r), 40)}
		if own := strings.ToUpper(plain(currency(r), 3)); own != "" {
			l.Currency = own
		}
		lines = append(lines, l)
	}
	keyed(lines)
	return lines, wrong
}

// valueOf is what a row moved: what came in, less what went out. A row with both is none.
func valueOf(credit, debit, amount string, decimal rune) (money.Fils, error) {
	sums := [3]money.Fils{}
	for i, cell := range []string{credit, debit, amount} {
		if number, _ := bare(cell); number == "" {
			continue
		}
		n, err := amountOf(cell, decimal)
		if err != nil {
			return 0, errors.New("amount")
		}
		sums[i] = n
	}
	if sums[0] != 0 && sums[1] != 0 {
		return 0, errors.New("both")
	}
	if sums[0] < 0 { // a column of credits has no sign, so this one takes a credit back
		return sums[0], nil
	}
	return sums[0] - max(sums[1], -sums[1]) + sums[2], nil
}

// Read reads a statement, recognized by its content: XML as CAMT.053, anything else as a table with these columns.
func Read(data []byte, account string, c Columns) (File, []RowError, error) {
	if len(data) > MaxBytes {
		return File{}, nil, ErrTooLarge
	}
	if IsCAMT(data) {
		f, err := readCAMT(data)
		return f, nil, err
	}
	t, err := ReadTable(data)
	if err != nil {
		return File{}, nil, err
	}
	lines, wrong := t.Lines(account, c)
	if len(lines) == 0 && len(wrong) == 0 {
		return File{}, nil, ErrEmpty
	}
	return File{Format: "csv", Lines: lines}, wrong, nil
}

// IsCAMT reports whether a file is XML.
func IsCAMT(data []byte) bool {
	head := strings.TrimLeft(strings.TrimPrefix(string(data[:min(len(data), 200)]), "\ufeff"), " \r\n\t")
	return strings.HasPrefix(head, "<")
}
