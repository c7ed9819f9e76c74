package person

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// Puzzle is the proof of work that a device from an unknown network does while a limit of all callers is full: the number from 0 to Max
// that, written behind Salt, has the SHA-256 hash Challenge (hex). Whoever sends salt, number, "." and Signature in the header X-Work with
// the same request is let in. It is good for ten minutes, for the address and the network that it was made for, and once for each limit,
// unless the price has climbed far above its own.
type Puzzle struct {
	Salt      string `json:"salt"`
	Challenge string `json:"challenge"`
	Max       int64  `json:"max"`
	Signature string `json:"signature"`
}

const workLife = 10 * time.Minute

// A device computes at most so many hashes: the first ones of a quarter of an hour the least, and twice as many after each twentieth of
// what the limit allows that came in by work.
const (
	minWork      = 100_000
	maxWork      = 32 * minWork
	workDoubling = 20
)

// workBehind is how many times the price of now may be above that of a puzzle. Whoever collects cheap ones before a flood cannot spend
// them all, and a device that began to compute is refused at most twice while the price climbs from the least to the most.
const workBehind = 4

// workMax is Max for the next one after so many who came in by work.
func workMax(came, all int) int64 {
	doublings := min(came*workDoubling/all, 16)
	return min(int64(minWork)<<doublings, maxWork)
}

// byWork lets in whom a full limit of all callers would turn away, when their device did the work for it. A puzzle that was solved counts
// in the caller's transaction: once, and not when that is rolled back. Anybody else is refused with a puzzle.
func (p *People) byWork(ctx context.Context, q *db.Queries, l limits, who web.Caller, email string, wait time.Duration) error {
	came, window := "worked:"+l.name, p.now().Truncate(quarter)
	if done, ok := p.solved(who, email); ok {
		once := "work:" + l.name + ":" + done.puzzle
		rows, err := q.AttemptsCount(ctx, []string{once, came}, []time.Time{done.made.Truncate(quarter), window})
		if err != nil {
			return err
		}
		tooCheap := slices.ContainsFunc(rows, func(r db.AttemptsCountRow) bool {
			return r.Key == came && workMax(int(r.N)-1, l.all) > workBehind*done.most
		})
		if !tooCheap && slices.Contains(rows, db.AttemptsCountRow{Key: once, N: 1}) {
			return nil
		}
	}
	n, err := q.AttemptsSeen(ctx, came, window)
	if err != nil {
		return err
	}
	work, err := p.puzzle(who, email, workMax(n, l.all))
	if err != nil {
		return err
	}
	return errFull.After(wait).With(work)
}

// puzzle makes one for a caller and an e-mail address. It is stored nowhere.
func (p *People) puzzle(who web.Caller, email string, most int64) (Puzzle, error) {
	number, err := rand.Int(rand.Reader, big.NewInt(most+1))
	if err != nil {
		return Puzzle{}, err
	}
	made, price := strconv.FormatInt(p.now().Unix(), 10), strconv.FormatInt(most, 10)
	salt := strings.Join([]string{made, p.workFor(who, email), price, rand.Text(), ""}, ".")
	challenge := workHash(salt + number.String())
	return Puzzle{Salt: salt, Challenge: challenge, Max: most, Signature: p.sign("work:" + challenge)}, nil
}

// work is what a request brings: the hash that identifies the puzzle, when it was made, and its Max.
type work struct {
	puzzle string
	made   time.Time
	most   int64
}

// solved checks the work that a request brings. It does not know whether it was used before.
func (p *People) solved(who web.Caller, email string) (work, bool) {
	text, signature, _ := cutLast(who.Work, ".")
	parts := strings.Split(text, ".")
	if len(parts) != 5 || !p.signed("work:"+workHash(text), signature) {
		return work{}, false
	}
	at, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil || !slices.Contains(p.worksFor(who, email), parts[1]) {
		return work{}, false
	}
	most, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return work{}, false
	}
	made := time.Unix(at, 0)
	return work{workHash(text), made, most}, p.now().Before(made.Add(workLife))
}

// workFor binds a puzzle to a network and an address, by the first secret.
func (p *People) workFor(who web.Caller, email string) string { return p.worksFor(who, email)[0] }

func (p *People) worksFor(who web.Caller, email string) []string {
	macs := p.keys.MACs([]byte("work for:" + network(who.IP) + " " + email))
	all := make([]string, len(macs))
	for i, mac := range macs {
		all[i] = hex.EncodeToString(mac[:8])
	}
	return all
}

func workHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
