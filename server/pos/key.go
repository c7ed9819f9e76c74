package pos

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"slices"

	"sahn/server/platform/keys"
)

// derive makes a key from the server's first secret. These keys are not stored.
func (p *Pos) derive(what, of string) []byte { return p.Keys.MAC(derived(what, of)) }

// deriveAll makes the keys from every secret, the first one's first.
func (p *Pos) deriveAll(what, of string) [][]byte { return p.Keys.MACs(derived(what, of)) }

func derived(what, of string) []byte { return []byte("pos:" + what + ":" + of) }

// codeKeys sign the codes that people show: the first does, and codes of the others are good too. Every server derives the same keys; tills
// get their public halves.
func (p *Pos) codeKeys() ([]*ecdsa.PrivateKey, error) {
	all := make([]*ecdsa.PrivateKey, len(p.Keys))
	for i, secret := range p.Keys {
		key, err := codeKey(secret)
		if err != nil {
			return nil, err
		}
		all[i] = key
	}
	return all, nil
}

func codeKey(secret []byte) (*ecdsa.PrivateKey, error) {
	for try := uint32(0); ; try++ { // about one in four thousand million candidates is not a valid key of the curve
		raw := keys.MAC(secret, derived("code-key", string(binary.BigEndian.AppendUint32(nil, try))))
		key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
		if err == nil || try == 8 {
			return key, err
		}
	}
}

// receiptKey makes the marks on a till's receipts, which prove that a scanned receipt is the till's own.
func (p *Pos) receiptKey(till string) []byte { return p.derive("receipt", till) }

// marked reports whether a mark is of a key that the till has or had.
func (p *Pos) marked(till, mark, text string) bool {
	return slices.ContainsFunc(p.deriveAll("receipt", till), func(key []byte) bool { return same(mark, receiptMAC(key, text)) })
}

const macLength = 8 // bytes; only a company's own admin can try, one by one

func receiptMAC(key []byte, text string) string { return b64(keys.MAC(key, []byte(text))[:macLength]) }

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
