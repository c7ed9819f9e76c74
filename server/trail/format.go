package trail

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/sheet"
)

// version begins everything that is hashed or signed. docs/operations.md says how a file is made, so that others can verify it too.
const version = "sahn audit trail 1\n"

// The kinds of rows: the first says what was exported, the last how many rows there are.
const (
	recordBegin = "begin"
	recordAct   = "act"
	recordEnd   = "end"
)

// headings are those of the file. The last two are the chain and the signature, which cover the others.
var headings = []string{"Row", "Record", "Day in Dubai", "Time in Dubai", "Moment (UTC)", "Done by", "Role", "Done by (id)", "Action",
	"Done to", "Done to (id)", "Company", "Company (id)", "Note", "Before", "After", "Act (id)", "Chain", "Signature"}

const (
	columns = 19
	content = columns - 2 // the cells that are hashed
)

// act is what a row of the file says. Before and after are JSON.
type act struct {
	at                                                          time.Time
	record, who, role, whoID, kind, subject, subjectID, company string
	companyID, note, before, after, id                          string
}

// cells are the texts of a row as they stand in the file.
func (a act) cells(n int) []string {
	local := a.at.In(clock.Dubai)
	all := []string{strconv.Itoa(n), a.record, local.Format(time.DateOnly), local.Format(time.TimeOnly),
		a.at.UTC().Format("2006-01-02T15:04:05.000000Z"), a.who, a.role, a.whoID, a.kind, a.subject, a.subjectID, a.company, a.companyID,
		a.note, a.before, a.after, a.id}
	for i, c := range all {
		all[i] = sheet.Guarded(plain(c))
	}
	return all
}

// plain is a text without what readers of CSV change: carriage returns and NULs.
func plain(s string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(strings.ToValidUTF8(s, "\uFFFD"))
}

// digest is the hash of cells: each as its length in bytes, a colon, and the text.
func digest(begin string, cells []string) [32]byte {
	h := sha256.New()
	_, _ = io.WriteString(h, begin)
	for _, c := range cells {
		_, _ = fmt.Fprintf(h, "%d:%s", len(c), c)
	}
	return [32]byte(h.Sum(nil))
}

// link is the chain's next value: the hash of the one before it, the signature of the row before (none for the first) and the row's digest.
func link(before [32]byte, signature []byte, row [32]byte) [32]byte {
	return sha256.Sum256(slices.Concat(before[:], signature, row[:]))
}

// signed is what a row's signature signs: its number, its digest, and the chain up to it.
func signed(n int, row, chain [32]byte) []byte {
	return fmt.Appendf(nil, "%s%d\n%x\n%x\n", version, n, row, chain)
}

// writer writes rows, each chained to those before it and signed.
type writer struct {
	to        *csv.Writer
	key       ed25519.PrivateKey
	chain     [32]byte
	signature []byte // of the row before
	n         int
}

// newWriter begins a file with its byte order mark and headings in the reader's language.
func newWriter(w io.Writer, key ed25519.PrivateKey, say sheet.Say) (*writer, error) {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return nil, err
	}
	names := make([]string, columns)
	for i, h := range headings {
		names[i] = say(h)
	}
	out := &writer{to: csv.NewWriter(w), key: key, chain: digest(version, names)}
	out.to.UseCRLF = true
	return out, out.to.Write(names)
}

func (w *writer) row(a act) error {
	cells := a.cells(w.n)
	row := digest("", cells)
	w.chain = link(w.chain, w.signature, row)
	w.signature = ed25519.Sign(w.key, signed(w.n, row, w.chain))
	w.n++
	return w.to.Write(append(cells, hex.EncodeToString(w.chain[:]), hex.EncodeToString(w.signature)))
}

func (w *writer) flush() error {
	w.to.Flush()
	return w.to.Error()
}
