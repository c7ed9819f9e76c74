package einvoice

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// What a provider says of a document that it was sent. Accepted: it was checked and is on its way to the buyer and the tax authority.
const (
	Accepted  = "accepted"
	Delivered = "delivered"
	Rejected  = "rejected"
)

const maxID = 200 // bytes of a provider's id

// Answer is what a provider says of a document: its own id for it, one of the states above, and a sentence for people.
type Answer struct {
	ID      string `json:"id"`
	State   string `json:"state"`
	Message string `json:"message"`
}

// Later is an error of a provider that asks to be tried again, after so long as it said; 0 where it did not say.
type Later struct {
	Reason string
	After  time.Duration
}

func (l Later) Error() string { return l.Reason }

// ErrElsewhere is the answer of something that is no provider.
var ErrElsewhere = errors.New("einvoice: the provider answers with something else than its protocol")

// Provider sends documents to an accredited provider, or to an adapter in front of one, over the protocol of docs/api.md. An error leaves
// open whether the document arrived: Send may be repeated, because the document's UUID is its idempotency key.
type Provider struct {
	URL   *url.URL
	Token string
	HTTP  *http.Client
}

// Send hands a document over: UBL, under its UUID.
func (p *Provider) Send(ctx context.Context, uuid string, document []byte) (Answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL.JoinPath("documents").String(), bytes.NewReader(document))
	if err != nil {
		return Answer{}, fmt.Errorf("einvoice: %w", err)
	}
	r.Header.Set("Content-Type", "application/xml")
	r.Header.Set("Idempotency-Key", uuid)
	return p.do(r)
}

// Ask asks what became of a document, by the provider's own id.
func (p *Provider) Ask(ctx context.Context, id string) (Answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL.JoinPath("documents", url.PathEscape(id)).String(), nil)
	if err != nil {
		return Answer{}, fmt.Errorf("einvoice: %w", err)
	}
	return p.do(r)
}

func (p *Provider) do(r *http.Request) (a Answer, err error) {
	r.Header.Set("Authorization", "Bearer "+p.Token)
	r.Header.Set("Accept", "application/json")
	reply, err := p.HTTP.Do(r)
	if err != nil {
		return a, Later{Reason: "The provider could not be reached."}
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(io.LimitReader(reply.Body, 1<<20))
	if err != nil {
		return a, Later{Reason: "The provider’s answer broke off."}
	}
	switch {
	case reply.StatusCode == http.StatusUnprocessableEntity:
		// What is wrong with the document is for people to read, in whatever form it came.
		if json.Unmarshal(body, &a) != nil || a.Message == "" {
			a.Message = string(body)
		}
		if len(a.ID) > maxID || strings.ContainsRune(a.ID, 0) {
			a.ID = ""
		}
		return Answer{ID: a.ID, State: Rejected, Message: cmp.Or(readable(a.Message), "The provider rejected it without a reason.")}, nil
	case reply.StatusCode/100 != 2:
		seconds, _ := strconv.Atoi(reply.Header.Get("Retry-After"))
		return a, Later{Reason: fmt.Sprintf("The provider answered %s.", reply.Status), After: time.Duration(max(0, seconds)) * time.Second}
	}
	if err := json.Unmarshal(body, &a); err != nil || a.ID == "" || len(a.ID) > maxID || strings.ContainsRune(a.ID, 0) ||
		a.State != Accepted && a.State != Delivered && a.State != Rejected {
		return Answer{}, ErrElsewhere
	}
	a.Message = readable(a.Message)
	return a, nil
}

// readable is a provider's text as it can be stored: in UTF-8, without NUL.
func readable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}
