package local

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// Notices plays a browser and its push service: it decrypts each notification as a browser does (RFC 8291) and shows the newest. It answers
// this machine alone.
type Notices struct {
	private *ecdh.PrivateKey
	auth    []byte
	mu      sync.Mutex
	seen    []Noticed
}

// Noticed is a notification that arrived.
type Noticed struct {
	At   time.Time       `json:"arrived"`
	Body json.RawMessage `json:"notification"`
}

const (
	keptNotices   = 50
	longestNotice = 4096 // of one record, which is all that a push service takes
	noticeHead    = 86   // salt, size of the record, and the sender's key with its length
)

// NewNotices makes a browser whose keys come from a text.
func NewNotices(text string) (*Notices, error) {
	key, auth := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(text+" auth"))
	private, err := ecdh.P256().NewPrivateKey(key[:])
	return &Notices{private: private, auth: auth[:16]}, err
}

// Keys are what the browser gives those who may show it notifications: its public key, and the secret.
func (n *Notices) Keys() (p256dh, auth []byte) { return n.private.PublicKey().Bytes(), n.auth }

// ServeHTTP takes a notification by POST, and shows the newest fifty by GET.
func (n *Notices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !loopback(r.Host) {
		http.Error(w, "This is only for this machine.", http.StatusForbidden)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if r.Method != http.MethodPost {
		w.Header().Set("Content-Type", "application/json")
		shown := json.NewEncoder(w)
		shown.SetIndent("", "  ")
		_ = shown.Encode(n.seen)
		return
	}
	sealed, err := io.ReadAll(io.LimitReader(r.Body, longestNotice))
	if err != nil {
		http.Error(w, "The message did not arrive.", http.StatusBadRequest)
		return
	}
	body, err := n.open(sealed)
	if err != nil || !json.Valid(body) {
		http.Error(w, "The message is not for this browser.", http.StatusBadRequest)
		return
	}
	n.seen = append([]Noticed{{time.Now().UTC(), body}}, n.seen...)
	n.seen = n.seen[:min(len(n.seen), keptNotices)]
	w.WriteHeader(http.StatusCreated)
}

var errNotice = errors.New("no message of one record")

// open is the text of a message of one record (RFC 8188) for this browser.
func (n *Notices) open(message []byte) ([]byte, error) {
	if len(message) <= noticeHead || message[20] != 65 {
		return nil, errNotice
	}
	salt, sender := message[:16], message[21:noticeHead]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	secret, err := n.private.ECDH(public)
	if err != nil {
		return nil, err
	}
	secret, err = hkdf.Key(sha256.New, secret, n.auth, "WebPush: info\x00"+string(n.private.PublicKey().Bytes())+string(sender), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := box.Open(nil, nonce, message[noticeHead:], nil)
	if err != nil {
		return nil, err
	}
	for len(text) > 0 && text[len(text)-1] == 0 { // padding
		text = text[:len(text)-1]
	}
	if len(text) == 0 || text[len(text)-1] != 2 {
		return nil, errNotice
	}
	return text[:len(text)-1], nil
}
