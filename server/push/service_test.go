package push_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/stretchr/testify/require"

	"sahn/server/push"
)

// service is a push service with the browsers behind it: it proves who sends (RFC 8292) and decrypts what they are shown (RFC 8291).
type service struct {
	*httptest.Server
	t        *testing.T
	key      string // whom it takes messages from
	mu       sync.Mutex
	browsers map[string]*browser
}

// browser is one subscription. answer is what the service says of it.
type browser struct {
	at      *service
	private *ecdh.PrivateKey
	auth    []byte
	path    string
	answer  int
	shown   []shown
}

// shown is a notification as the service worker gets it, and how the service was asked.
type shown struct {
	Title, Text, Kind, Tag, Path, Stop, Lang string
	StopText                                 string `json:"stop_text"`
	ttl, topic, urgency                      string
}

func newService(t *testing.T, key string) *service {
	t.Helper()
	s := &service{t: t, key: key, browsers: map[string]*browser{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		b := s.browsers[r.URL.Path]
		if b == nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if b.answer != http.StatusCreated {
			w.WriteHeader(b.answer)
			return
		}
		got, err := b.reads(r)
		if err != nil {
			t.Error(err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		b.shown = append(b.shown, got)
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(s.Close)
	return s
}

// subscribes is a browser that asked for notifications, and what its page tells our server.
func (s *service) subscribes() (*browser, push.DeviceRequest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	require.NoError(s.t, err)
	b := &browser{at: s, private: private, auth: make([]byte, 16), path: "/push/" + rand.Text(), answer: http.StatusCreated}
	_, _ = rand.Read(b.auth)
	s.browsers[b.path] = b
	text := base64.RawURLEncoding.EncodeToString
	return b, push.DeviceRequest{Endpoint: s.URL + b.path, P256dh: text(private.PublicKey().Bytes()), Auth: text(b.auth)}
}

// answers makes the service say something else of a browser.
func (b *browser) answers(status int) { b.at.mu.Lock(); defer b.at.mu.Unlock(); b.answer = status }

// sees takes what the browser was shown.
func (b *browser) sees() []shown {
	b.at.mu.Lock()
	defer b.at.mu.Unlock()
	all := b.shown
	b.shown = nil
	return all
}

func (b *browser) reads(r *http.Request) (got shown, err error) {
	if err := b.at.proves(r.Header.Get("Authorization")); err != nil {
		return got, err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Header.Get("Content-Encoding") != "aes128gcm" || len(body) > 4096 || len(body) < 86+17 || body[20] != 65 ||
		binary.BigEndian.Uint32(body[16:]) != 4096 {
		return got, errors.Join(errors.New("not a message of RFC 8188"), err)
	}
	salt, sender, sealed := body[:16], body[21:86], body[86:]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return got, err
	}
	secret, err := b.private.ECDH(public)
	if err != nil {
		return got, err
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		require.NoError(b.at.t, err)
		return key
	}
	ikm := derive(secret, b.auth, "WebPush: info\x00"+string(b.private.PublicKey().Bytes())+string(sender), 32)
	block, err := aes.NewCipher(derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		return got, err
	}
	box, err := cipher.NewGCM(block)
	if err != nil {
		return got, err
	}
	text, err := box.Open(nil, derive(ikm, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		return got, err
	}
	text = []byte(strings.TrimRight(string(text), "\x00"))
	if len(text) == 0 || text[len(text)-1] != 2 {
		return got, errors.New("no padding delimiter of a last record")
	}
	err = json.Unmarshal(text[:len(text)-1], &got)
	got.ttl, got.topic, got.urgency = r.Header.Get("TTL"), r.Header.Get("Topic"), r.Header.Get("Urgency")
	return got, err
}

// proves checks who asks.
func (s *service) proves(authorization string) error {
	token, key, ok := strings.Cut(strings.TrimPrefix(authorization, "vapid t="), ", k=")
	if !ok || key != s.key {
		return errors.New("not the key that the browser asked with")
	}
	raw, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return err
	}
	signed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return err
	}
	var claims jwt.Claims
	if err := signed.Claims(public, &claims); err != nil {
		return err
	}
	if claims.Subject != "mailto:hello@sahn.example" || claims.Expiry.Time().After(time.Now().Add(24*time.Hour)) {
		return errors.New("not our address, or a token for longer than a day")
	}
	return claims.Validate(jwt.Expected{AnyAudience: jwt.Audience{s.URL}, Time: time.Now()})
}
