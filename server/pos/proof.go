package pos

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// A till that can ask must do so while the code is fresh: the app requests a new one every half minute. The server's clock alone
// decides, so clocks that differ lengthen nothing. Without a network a code is valid long enough to walk from the door to the
// counter.
const (
	codeFresh = time.Minute
	codeLife  = 5 * time.Minute
	codeGrace = 2 * time.Minute // allowed difference between the clocks of a till without a network and of the server
)

// Code is what a person's app shows to a till: who they are and until when, signed, so that a till without a network can check it. Typed
// is for a till without a camera, at a site of their own company; it needs a till with a network, and is empty for seconds after a block.
// Owed is what is still to be paid for earlier lunches at a counter.
type Code struct {
	Code      string     `json:"code"`
	Typed     string     `json:"typed"`
	Owed      money.Fils `json:"owed"`
	ExpiresAt time.Time  `json:"expires_at"`
}

// shown is the content of a code. Tag is derived from the server's secret, so only a person who saw the code knows it.
type shown struct {
	Profile string `json:"p"`
	Company string `json:"c"`
	Name    string `json:"n"`
	Second  int64  `json:"s"`
	Tag     string `json:"t"`
	Expires int64  `json:"e"`
}

// HandleCode gives the caller a new code, valid for one purchase, unless they have blocked their codes. Eaters may.
func (p *Pos) HandleCode(ctx context.Context, who web.Caller, _ web.None) (Code, error) {
	q := db.New(p.Conn)
	eater, err := q.CounterEater(ctx, who.ProfileID)
	if err != nil {
		return Code{}, fmt.Errorf("read eater: %w", err)
	}
	owed, err := ledger.Owed(ctx, q, who.ProfileID)
	if err != nil {
		return Code{}, err
	}
	freezes, err := freezesOf(ctx, q, []string{eater.ID})
	if err != nil {
		return Code{}, err
	}
	now, freeze := p.Clock(), freezes[eater.ID]
	if freeze.FrozenAt != nil {
		return Code{}, ErrFrozen
	}
	s := shown{Profile: eater.ID, Name: eater.Name, Second: max(now.Unix(), ceil(freeze.GoodFrom)), Expires: now.Add(codeLife).Unix()}
	if eater.CompanyID != nil {
		s.Company = *eater.CompanyID
	}
	s.Tag = b64(p.tag(s.Profile, s.Second))
	text, err := json.Marshal(s)
	if err != nil {
		return Code{}, err
	}
	keys, err := p.codeKeys()
	if err != nil {
		return Code{}, err
	}
	sum := sha256.Sum256([]byte(b64(text)))
	r, v, err := ecdsa.Sign(rand.Reader, keys[0], sum[:])
	if err != nil {
		return Code{}, err
	}
	signature := append(r.FillBytes(make([]byte, 32)), v.FillBytes(make([]byte, 32))...)
	code := Code{Code: b64(text) + "." + b64(signature), Owed: owed, ExpiresAt: time.Unix(s.Expires, 0).UTC()}
	// Letters are those of a quarter of a minute, and so in the one of a block there are none.
	if !quarter(now).Before(freeze.GoodFrom) {
		code.Typed = p.typed(s.Profile, quarter(now))
	}
	return code, nil
}

// proof is what a till keeps of a code that it was shown: "profile.second.tag". The server, which knows the secret, can check it. A
// negative second is the start of a quarter of a minute and means typed letters: they are shown beside every square code of that quarter.
type proof struct {
	profile string
	second  int64
	tag     []byte
}

func (p *Pos) tag(profile string, second int64) []byte { return p.tags(profile, second)[0] }

// tags are those by every secret, the first one's first.
func (p *Pos) tags(profile string, second int64) [][]byte {
	all := p.deriveAll("proof", profile+":"+strconv.FormatInt(second, 10))
	for i, mac := range all {
		all[i] = mac[:macLength]
	}
	return all
}

// prove parses a proof; false when the server never gave out its code.
func (p *Pos) prove(text string) (proof, bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || !isID(parts[0]) {
		return proof{}, false
	}
	second, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || parts[1] != strconv.FormatInt(second, 10) {
		return proof{}, false
	}
	for _, tag := range p.tags(parts[0], second) {
		if same(parts[2], b64(tag)) {
			return proof{parts[0], second, tag}, true
		}
	}
	return proof{}, false
}

// key identifies a code, so that it buys once.
func (p proof) key() []byte {
	sum := sha256.Sum256(append(binary.BigEndian.AppendUint64([]byte(p.profile), uint64(p.second)), p.tag...))
	return sum[:16]
}

// kin are the keys of a code and of those that were on one screen with it: after one of them has bought, the others cannot. Typed letters
// are shown beside every square code of their quarter of a minute.
func (p *Pos) kin(of proof) (keys [][]byte) {
	keys = append(keys, of.key())
	add := func(second int64) {
		for _, tag := range p.tags(of.profile, second) { // two servers may have answered one screen, each with another secret first
			keys = append(keys, proof{of.profile, second, tag}.key())
		}
	}
	if of.second >= 0 {
		add(-quarter(time.Unix(of.second, 0)).Unix())
		return keys
	}
	for i := range int64(quarterOf / time.Second) {
		add(-of.second + i)
	}
	return keys
}

// made is when the server made the code, for typed letters the earliest time at which it may have.
func (p proof) made() time.Time { return time.Unix(max(p.second, -p.second), 0) }

// fresh reports whether the code, which the server's clock dated, is so new that it is shown just now.
func (p proof) fresh(now time.Time) bool {
	return !now.After(p.made().Add(codeFresh))
}

// covers reports whether the code could be shown at an instant.
func (p proof) covers(at time.Time) bool {
	return !at.Before(p.made().Add(-codeGrace)) && !at.After(p.made().Add(codeLife+codeGrace))
}
