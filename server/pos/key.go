package pos

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
)

// derive makes a key from the server's secret. These keys are not stored.
func (p *Pos) derive(what, of string) []byte {
	m := hmac.New(sha256.New, p.Secret)
	m.Write([]byte("pos:" + what + ":" + of))
	return m.Sum(nil)
}

// codeKey signs the codes that people show. Every server derives the same key; tills get its public half.
func (p *Pos) codeKey() (*ecdsa.PrivateKey, error) {
	for try := uint32(0); ; try++ { // about one in four thousand million candidates is not a valid key of the curve
		raw := p.derive("code-key", string(binary.BigEndian.AppendUint32(nil, try)))
		key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
		if err == nil || try == 8 {
			return key, err
		}
	}
}

// receiptKey makes the marks on a till's receipts, which prove that a scanned receipt is the till's own.
func (p *Pos) receiptKey(till string) []byte { return p.derive("receipt", till) }

const macLength = 8 // bytes; only a company's own admin can try, one by one

func receiptMAC(key []byte, text string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return b64(m.Sum(nil)[:macLength])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
