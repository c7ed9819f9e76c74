package pos

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sahn/server/platform/db"
)

const typedLength = 8

// quarterOf is how long the letters of a person stay the same.
const quarterOf = 15 * time.Second

func quarter(at time.Time) time.Time { return at.Truncate(quarterOf) }

// typed are the letters of a code, for a profile and a quarter of a minute. Like the code they are stored nowhere.
func (p *Pos) typed(profile string, at time.Time) string { return p.typedAll(profile, at)[0] }

// typedAll are the letters by every secret, the first one's first.
func (p *Pos) typedAll(profile string, at time.Time) []string {
	all := make([]string, len(p.Keys))
	for i, sum := range p.deriveAll("typed", profile+":"+strconv.FormatInt(at.Unix(), 10)) {
		all[i] = lettersOf(sum)
	}
	return all
}

func lettersOf(sum []byte) string {
	letters := make([]byte, typedLength)
	for i := range letters {
		letters[i] = codeLetters[int(sum[i])%len(codeLetters)]
	}
	return string(letters)
}

// meant replaces typed letters by the proof of the code that they belong to: a code that is still valid, of a person of this company. Any
// other text is returned unchanged.
func (p *Pos) meant(ctx context.Context, q *db.Queries, company, text string, now time.Time) (string, error) {
	letters := plain(text)
	if len(letters) != typedLength {
		return text, nil
	}
	people, err := q.CounterEatersOf(ctx, &company)
	if err != nil {
		return "", fmt.Errorf("read company: %w", err)
	}
	for at := quarter(now); !at.Before(quarter(now.Add(-codeLife))); at = at.Add(-quarterOf) {
		for _, profile := range people {
			if slices.ContainsFunc(p.typedAll(profile, at), func(one string) bool { return same(letters, one) }) {
				return profile + "." + strconv.FormatInt(-at.Unix(), 10) + "." + b64(p.tag(profile, -at.Unix())), nil
			}
		}
	}
	return text, nil
}

// plain normalizes typed letters: upper case, without spaces and dashes, and with digits for the letters that look like them.
func plain(typed string) string {
	return strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
}
