package trail

import (
	"bufio"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Report is what was found in a file. Without findings it is what was exported, to the last row, and Trusted says whether one of the
// caller's keys signed it, rather than only the key that the file itself names.
type Report struct {
	Installation, Export, From, Until, Of string
	At                                    time.Time
	Key                                   string // which signed it, in base64url
	Rows                                  int    // acts
	Trusted                               bool
	Findings                              []string
	More                                  int // findings beyond those that are listed
}

const (
	maxFindings = 50
	maxRow      = 8 << 20 // bytes of a row
)

var (
	errRow     = errors.New("a row is longer than any that is exported")
	errNoTrail = errors.New("this is no export of an audit trail: it has other columns")
)

// ParseKey reads a public key in base64url.
func ParseKey(s string) (ed25519.PublicKey, error) {
	key, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("%q is no public key: it has 43 letters and digits", s)
	}
	return key, nil
}

// ParseKeys reads the keys that an installation publishes.
func ParseKeys(data []byte) (all []ed25519.PublicKey, err error) {
	var set PublicKeys
	if err := json.Unmarshal(data, &set); err != nil {
		return nil, fmt.Errorf("the file of keys: %w", err)
	}
	for _, k := range set.Keys {
		key, err := ParseKey(k.X)
		if err != nil {
			return nil, err
		}
		all = append(all, key)
	}
	if len(all) == 0 {
		return nil, errors.New("the file of keys names none")
	}
	return all, nil
}

// Verify reads a file twice at most, a row at a time: once along its chain to the signature at its end, and when that fails, once more to
// find out by the signatures of the rows which of them are not as they were. Without keys the one that the file names is taken.
func Verify(file io.ReadSeeker, trusted []ed25519.PublicKey) (Report, error) {
	r, key, whole, err := follow(file, trusted)
	if err != nil || whole {
		return r, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return r, err
	}
	return r, r.search(file, key)
}

// record is a row as it was read. good says that it has all its cells; unread that the rest of the file cannot be read.
type record struct {
	line         int
	n            int
	kind         string
	cells        []string
	row          [32]byte
	chain        [32]byte
	signature    []byte
	good, unread bool
}

type reader struct {
	from *bufio.Reader
	csv  *csv.Reader
	left int
	head [32]byte
}

// Read bounds what a row may take.
func (r *reader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if r.left -= n; r.left < 0 {
		return n, errRow
	}
	return n, err
}

func newReader(file io.Reader) (*reader, error) {
	r := &reader{from: bufio.NewReader(file), left: maxRow}
	if mark, err := r.from.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = r.from.Discard(3)
	}
	r.csv = csv.NewReader(r)
	r.csv.FieldsPerRecord = -1
	names, err := r.csv.Read()
	if err != nil || len(names) != columns {
		return nil, errNoTrail
	}
	r.head = digest(version, names)
	return r, nil
}

// next is the next row; io.EOF after the last.
func (r *reader) next() (rec record, err error) {
	r.left = maxRow
	cells, err := r.csv.Read()
	if errors.Is(err, io.EOF) {
		return rec, io.EOF
	}
	if r.left < 0 {
		return rec, errRow
	}
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		return record{line: bad.StartLine, n: -1, unread: true}, nil
	}
	if err != nil {
		return rec, err
	}
	rec.line, _ = r.csv.FieldPos(0)
	rec.cells, rec.n = cells, -1
	if len(cells) > 1 {
		rec.kind = cells[1]
		if n, err := strconv.Atoi(cells[0]); err == nil && n >= 0 {
			rec.n = n
		}
	}
	if len(cells) != columns {
		return rec, nil
	}
	chain, err := hex.DecodeString(cells[content])
	signature, wrong := hex.DecodeString(cells[content+1])
	if err != nil || wrong != nil || len(chain) != 32 {
		return rec, nil
	}
	rec.row, rec.chain, rec.signature, rec.good = digest("", cells[:content]), [32]byte(chain), signature, rec.n >= 0
	return rec, nil
}

func (rec record) signedBy(key ed25519.PublicKey) bool {
	return rec.good && ed25519.Verify(key, signed(rec.n, rec.row, rec.chain), rec.signature)
}

// follow computes the chain along the rows and checks the signature at the end, which covers all of them.
func follow(file io.Reader, trusted []ed25519.PublicKey) (r Report, key ed25519.PublicKey, whole bool, err error) {
	in, err := newReader(file)
	if err != nil {
		return r, nil, false, err
	}
	chain, rows, last := in.head, 0, record{}
	for whole = true; ; rows++ {
		rec, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return r, nil, false, err
		}
		if rows == 0 {
			key = r.begin(rec, trusted)
		}
		if rec.unread {
			whole = false
			break
		}
		chain = link(chain, last.signature, rec.row)
		kind := recordAct
		if rows == 0 {
			kind = recordBegin
		}
		whole = whole && rec.good && rec.n == rows && rec.chain == chain && (rec.kind == kind || rows > 0 && rec.kind == recordEnd) &&
			last.kind != recordEnd
		last = rec
	}
	r.Rows = max(0, rows-2)
	if key == nil {
		return r, nil, false, errors.New("the file's first row is missing or changed, and it names no key: give one with --key")
	}
	var said end
	whole = whole && last.kind == recordEnd && last.signedBy(key) &&
		json.Unmarshal([]byte(last.cells[15]), &said) == nil && said.Rows == r.Rows
	return r, key, whole, nil
}

// begin reads what the first row says, and chooses the key: that of the caller's which signed the row, or the first of them, or the one
// that the row names.
func (r *Report) begin(rec record, trusted []ed25519.PublicKey) ed25519.PublicKey {
	var said about
	if len(rec.cells) == columns && rec.kind == recordBegin && json.Unmarshal([]byte(rec.cells[15]), &said) == nil {
		r.Installation, r.Export, r.At, r.From, r.Until = said.Installation, said.Export, said.At, said.From.String(), said.Until.String()
		if r.Of = said.Of; said.Of == "company" || said.Of == ofOwn {
			r.Of = said.Name
		}
	}
	for i, key := range trusted {
		if rec.signedBy(key) || i == len(trusted)-1 {
			if !rec.signedBy(key) {
				key = trusted[0]
			}
			r.Key, r.Trusted = spell(key), true
			return key
		}
	}
	key, err := ParseKey(said.Key)
	if err != nil {
		return nil
	}
	r.Key = spell(key)
	return key
}

// search finds out what is wrong with a file that is not whole.
func (r *Report) search(file io.Reader, key ed25519.PublicKey) error {
	in, err := newReader(file)
	if err != nil {
		return err
	}
	s := search{report: r, key: key, last: record{n: -1, chain: in.head}, total: -1}
	for {
		rec, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		s.one(rec)
		if rec.unread {
			break
		}
	}
	s.end()
	if len(r.Findings) == 0 {
		r.found("The rows are signed one by one, and do not follow each other: they are of more than one export.")
	}
	return nil
}

// strange is a row that is not as it was: the number that it says, and the one that its place says.
type strange struct {
	line, n, place int
	kind           string
}

type search struct {
	report  *Report
	key     ed25519.PublicKey
	last    record    // the one before that is as it was
	seen    []uint64  // one bit for each row
	most    int       // the highest row that was seen
	total   int       // rows with the first and the last, once the last was seen; -1 before
	strange []strange // rows that are not as they were
	apart   int       // how many of those there are since the last one that is
	genuine int
	unread  int // the line from which the file cannot be read
}

func (r *Report) found(format string, args ...any) {
	if len(r.Findings) == maxFindings {
		r.More++
		return
	}
	r.Findings = append(r.Findings, fmt.Sprintf(format, args...))
}

func (s *search) has(n int) bool { return n/64 < len(s.seen) && s.seen[n/64]>>(n%64)&1 == 1 }

func (s *search) one(rec record) {
	switch {
	case rec.unread:
		s.unread = rec.line
	case !rec.signedBy(s.key):
		s.apart++
		if len(s.strange) < maxFindings {
			s.strange = append(s.strange, strange{rec.line, rec.n, s.last.n + s.apart, rec.kind})
		} else {
			s.report.More++
		}
	case s.apart == 0 && rec.n == s.last.n+1 && rec.chain != link(s.last.chain, s.last.signature, rec.row):
		s.genuine++
		s.report.found("Line %d holds row %d of another export.", rec.line, rec.n)
	case s.has(rec.n):
		s.genuine++
		s.report.found("Row %d is there twice: again in line %d.", rec.n, rec.line)
	default:
		s.genuine++
		if s.total >= 0 {
			s.report.found("Row %d stands after the last row, in line %d.", rec.n, rec.line)
		} else if rec.n < s.last.n {
			s.report.found("Row %d stands after row %d, in line %d: the order was changed.", rec.n, s.last.n, rec.line)
		}
		for rec.n/64 >= len(s.seen) {
			s.seen = append(s.seen, 0)
		}
		s.seen[rec.n/64] |= 1 << (rec.n % 64)
		s.apart = 0
		if s.last, s.most = rec, max(s.most, rec.n); rec.kind == recordEnd {
			s.total = rec.n + 1
		}
	}
}

// end says what became of rows that were not seen: a row that is not as it was stands in the place of a missing one, or was inserted.
func (s *search) end() {
	if s.genuine == 0 {
		s.report.found("No row is signed with the key %s: it is another installation's, or nothing is as it was.", spell(s.key))
		return
	}
	replaced, cut := map[int]bool{}, s.total < 0
	missing := func(n int) bool { return n >= 0 && (n <= s.most || cut) && !s.has(n) && !replaced[n] }
	for _, row := range s.strange {
		n := row.n
		if !missing(n) || n > s.most+len(s.strange) {
			n = row.place
		}
		switch {
		case !missing(n):
			s.report.found("Line %d holds a row that was not exported: it was inserted.", row.line)
			continue
		case n == 0:
			s.report.found("The first row, which says what was exported, was changed (line %d).", row.line)
		case row.kind == recordEnd && n > s.most:
			s.report.found("The last row, which says how many there are, was changed (line %d).", row.line)
			cut = false
		default:
			s.report.found("Row %d was changed (line %d).", n, row.line)
		}
		replaced[n] = true
	}
	for n := 0; n <= s.most; n++ {
		if s.has(n) || replaced[n] {
			continue
		}
		until := n
		for until+1 <= s.most && !s.has(until+1) && !replaced[until+1] {
			until++
		}
		switch {
		case until > n:
			s.report.found("Rows %d to %d were removed.", n, until)
		case n == 0:
			s.report.found("The first row, which says what was exported, was removed.")
		default:
			s.report.found("Row %d was removed.", n)
		}
		n = until
	}
	switch {
	case s.unread > 0 && cut:
		s.report.found("The file was cut: it ends within line %d, after row %d.", s.unread, s.most)
	case s.unread > 0:
		s.report.found("From line %d on this is no table.", s.unread)
	case cut:
		s.report.found("The file was cut: its end is missing after row %d.", s.most)
	}
}
