package local

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Hooks plays a company's program that is told of events: it verifies each request and shows the newest. It answers this machine alone.
type Hooks struct {
	key  *standardwebhooks.Webhook
	mu   sync.Mutex
	seen []Heard
}

// Heard is a request that was verified.
type Heard struct {
	ID   string          `json:"webhook-id"`
	At   time.Time       `json:"arrived"`
	Body json.RawMessage `json:"body"`
}

const keptHooks = 50

// NewHooks makes a receiver for a secret (whsec_…).
func NewHooks(secret string) (*Hooks, error) {
	key, err := standardwebhooks.NewWebhook(secret)
	return &Hooks{key: key}, err
}

// ServeHTTP takes an event by POST, and shows the newest fifty by GET.
func (h *Hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !loopback(r.Host) {
		http.Error(w, "This is only for this machine.", http.StatusForbidden)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.Method != http.MethodPost {
		w.Header().Set("Content-Type", "application/json")
		shown := json.NewEncoder(w)
		shown.SetIndent("", "  ")
		_ = shown.Encode(h.seen)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<10))
	if err != nil || h.key.Verify(body, r.Header) != nil || !json.Valid(body) {
		http.Error(w, "The signature is not ours.", http.StatusUnauthorized)
		return
	}
	h.seen = append([]Heard{{r.Header.Get(standardwebhooks.HeaderWebhookID), time.Now().UTC(), body}}, h.seen...)
	h.seen = h.seen[:min(len(h.seen), keptHooks)]
	w.WriteHeader(http.StatusNoContent)
}
