package local

import (
	"crypto/subtle"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// EInvoices plays an accredited provider of e-invoices, by the protocol of docs/api.md: it takes each document once, and has delivered it
// when it is asked. What it knows of a document is in its id, so that it may forget all of them. It answers this machine alone.
type EInvoices struct {
	path, token string
	mu          sync.Mutex
	seen        []EInvoice
}

// EInvoice is a document that was taken, as the page shows it.
type EInvoice struct {
	ID     string    `json:"id"`
	Number string    `json:"number"`
	State  string    `json:"state"`
	At     time.Time `json:"arrived"`
}

const keptEInvoices = 50

// NewEInvoices makes a provider below a path, for whoever sends the token.
func NewEInvoices(path, token string) *EInvoices { return &EInvoices{path: path, token: token} }

// ServeHTTP takes documents and says what became of them; at the path itself it shows the newest fifty.
func (e *EInvoices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !loopback(r.Host) {
		http.Error(w, "This is only for this machine.", http.StatusForbidden)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	said := json.NewEncoder(w)
	said.SetIndent("", "  ")
	w.Header().Set("Content-Type", "application/json")
	below := strings.TrimPrefix(r.URL.Path, e.path)
	id, one := strings.CutPrefix(below, "/documents/")
	switch {
	case below == "" && r.Method == http.MethodGet:
		_ = said.Encode(append([]EInvoice{}, e.seen...))
	case subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+e.token)) != 1:
		http.Error(w, "The token is not ours.", http.StatusUnauthorized)
	case below == "/documents" && r.Method == http.MethodPost:
		e.take(w, r, said)
	case one && r.Method == http.MethodGet && strings.HasPrefix(id, "demo-"):
		for i := range e.seen {
			if e.seen[i].ID == id {
				e.seen[i].State = "delivered"
			}
		}
		_ = said.Encode(map[string]string{"id": id, "state": "delivered", "message": "The demo’s provider delivered it."})
	default:
		http.NotFound(w, r)
	}
}

func (e *EInvoices) take(w http.ResponseWriter, r *http.Request, said *json.Encoder) {
	key := r.Header.Get("Idempotency-Key")
	number, err := numberOf(io.LimitReader(r.Body, 4<<20))
	if err != nil || key == "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_ = said.Encode(map[string]string{"message": "This is no UBL document with a number, or it has no Idempotency-Key."})
		return
	}
	taken := EInvoice{ID: "demo-" + key, Number: number, State: "accepted", At: time.Now().UTC()}
	if i := slices.IndexFunc(e.seen, func(had EInvoice) bool { return had.ID == taken.ID }); i >= 0 {
		taken = e.seen[i]
	} else {
		e.seen = append([]EInvoice{taken}, e.seen...)
		e.seen = e.seen[:min(len(e.seen), keptEInvoices)]
	}
	_ = said.Encode(map[string]string{"id": taken.ID, "state": taken.State})
}

// numberOf is the number of a UBL document: the first ID right below its root.
func numberOf(from io.Reader) (string, error) {
	read, depth := xml.NewDecoder(from), 0
	for {
		t, err := read.Token()
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth == 2 && t.Name.Local == "ID" {
				var number string
				if err := read.DecodeElement(&number, &t); err != nil || number == "" {
					return "", errors.Join(err, errors.New("a document without a number"))
				}
				return number, nil
			}
		case xml.EndElement:
			depth--
		}
	}
}
