// Package bank reads what a bank exports of an account, and proposes which open invoices its credits pay. It promises that a file is read
// within fixed limits, that no amount is guessed, and that no proposal is more than its line.
package bank

//lint:file-ignore ST1005 what is wrong with a file is said to people as it stands here

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// The limits of a file.
const (
	MaxBytes = 1 << 20
	MaxLines = 2_000
	maxText  = 500 // letters of a line's text
	maxName  = 140 // letters of a payer's name
)

// Why a file is not read. The texts are shown to the person who chose it.
var (
	ErrUnreadable = errors.New("This is not a bank statement that we can read. Export it as CAMT.053 (XML) or as CSV.")
	ErrTooLarge   = errors.New("The file is too large: at most 1 MB and 2,000 entries.")
	ErrEmpty      = errors.New("The file has no booked entries.")
	ErrVersion    = errors.New("This is another message than a statement. Export CAMT.053 in version 001.02 or 001.08.")
)

// AED is the only currency that invoices have.
const AED = "AED"

// Line is one movement of an account. Amount is in hundredths of Currency, above zero what came in. Key is the same whenever the bank
// exports the same movement again. A reversal takes back another movement and pays nothing.
type Line struct {
	Account   string
	BookedOn  clock.Date
	Amount    money.Fils
	Currency  string
	Payer     string
	Text      string
	Reference string // the bank's own; empty where the file has none
	Key       string
	Reversal  bool

	balance string // after the movement, as the file writes it; empty where it does not
}

// File is what a file holds. Pending are entries that the bank has not booked yet, which are left out.
type File struct {
	Format  string // camt or csv
	Lines   []Line
	Pending int
}

// keyed gives each line its key: by the bank's reference where there is one, otherwise by what the line says and its place among lines
// that say the same. A second line with the same key in one file is another movement.
func keyed(lines []Line) {
	seen := map[string]int{}
	for i := range lines {
		l := &lines[i]
		of := []string{l.Account, strconv.FormatInt(int64(l.Amount), 10), l.Currency, l.BookedOn.String()}
		if l.Reference != "" {
			of = append(of, "reference", strings.ToUpper(l.Reference))
		} else {
			of = append(of, "text", l.Text, l.Payer, l.balance)
		}
		base := strings.Join(of, "\x1f")
		seen[base]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x1f%d", base, seen[base]))
		l.Key = hex.EncodeToString(sum[:])
	}
}

// plain is one line of text without control characters, of at most so many letters.
func plain(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffd || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, s)
	letters := []rune(strings.Join(strings.Fields(s), " "))
	return strings.TrimSpace(string(letters[:min(len(letters), most)]))
}

// none are what banks write where there is no reference.
var none = map[string]bool{"NOTPROVIDED": true, "NOTREF": true, "NONREF": true, "NOREF": true,
	"N/A": true, "NA": true, "NIL": true, "-": true}

// reference is a bank's reference as it is kept; empty for one that says that there is none, or that is too long to be one.
func reference(s string) string {
	if s = plain(s, 81); none[strings.ToUpper(s)] || len(s) > 80 {
		return ""
	}
	return s
}
