package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"syscall"
	"time"

	"sahn/server/platform/money"
)

// Past is a payment that was made before there was a page for it, such as one of the demo's year. Amounts are fils.
type Past struct {
	Reference string     `json:"reference"`
	FortID    string     `json:"fort_id"`
	Amount    money.Fils `json:"amount"`
	Captured  bool       `json:"captured"` // false: the bank declined it
	Refunds   []refund   `json:"refunds,omitempty"`
	At        time.Time  `json:"at"`
}

// SentBack adds a refund of a payment.
func (p *Past) SentBack(maintenance string, amount money.Fils) {
	p.Refunds = append(p.Refunds, refund{Maintenance: maintenance, Amount: amount})
}

// Keep takes payments of before into the books, all or none. One that is known there already stays as it is.
func (s *Sandbox) Keep(past []Past) error {
	b := s.book
	b.mu.Lock()
	defer b.mu.Unlock()
	var added []string
	for _, p := range past {
		if b.records[p.Reference] != nil {
			continue
		}
		r := &record{Page: secret(), FortID: p.FortID, Approval: number(6), Amount: p.Amount, OpenedAt: p.At, Refunds: p.Refunds,
			Fields: map[string]string{"command": "PURCHASE", "merchant_reference": p.Reference, "amount": digitsOf(p.Amount),
				"currency": "AED", "language": "en"}}
		r.answer("13666")
		if p.Captured {
			r.answer("14000")
		}
		for _, back := range p.Refunds {
			r.Refunded += back.Amount
		}
		b.records[p.Reference] = r
		added = append(added, p.Reference)
	}
	err := b.save()
	if err != nil {
		for _, reference := range added {
			delete(b.records, reference)
		}
	}
	return err
}

// Tell brings payments of before into the books of the sandbox at url, or, where none is running, into its file.
func Tell(ctx context.Context, url string, o Options, past []Past) error {
	body, err := json.Marshal(past)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/sandbox/payments", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if errors.Is(err, syscall.ECONNREFUSED) {
		s, err := New(o)
		if err != nil {
			return err
		}
		return errors.Join(s.Keep(past), s.Close())
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("sandbox: the payments were not kept: %s", answer.Status)
	}
	return nil
}
