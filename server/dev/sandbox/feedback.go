package sandbox

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// feedback reports a payment to the merchant's server, outside of the buyer's browser, and retries until it is acknowledged. Retries end
// with a restart: a lost report is found with CHECK_STATUS, as with the real provider.
func (s *Sandbox) feedback(fields map[string]string) {
	s.deliver(fields, false)
}

// feedbackFirst is feedback that returns after the first try.
func (s *Sandbox) feedbackFirst(fields map[string]string) {
	s.deliver(fields, true)
}

func (s *Sandbox) deliver(fields map[string]string, first bool) {
	b := s.now()
	if s.options.NotifyURL == "" || b.Feedback == "never" {
		return
	}
	kind, body := s.encode(s.sign(fields, "feedback"), b.FeedbackFormat)
	tried := make(chan struct{})
	s.background(func() {
		answered := s.wait(b.DelayMS) && s.post(kind, body)
		close(tried)
		for range b.Retries {
			if answered || !s.wait(b.RetryMS) {
				break
			}
			answered = s.post(kind, body)
		}
		for range b.Duplicates {
			if s.ctx.Err() == nil {
				s.post(kind, body)
			}
		}
	})
	if first {
		select {
		case <-tried:
		case <-s.ctx.Done():
		}
	}
}

func (s *Sandbox) encode(fields map[string]string, format string) (kind string, body []byte) {
	if format == "form" {
		values := url.Values{}
		for key, value := range fields {
			values.Set(key, value)
		}
		return "application/x-www-form-urlencoded", []byte(values.Encode())
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(fields) // a map of strings always encodes
	return "application/json", out.Bytes()
}

// post reports whether the merchant has answered with 2xx or 302.
func (s *Sandbox) post(kind string, body []byte) bool {
	req, err := http.NewRequestWithContext(s.ctx, http.MethodPost, s.options.NotifyURL, bytes.NewReader(body))
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", kind)
	res, err := s.client.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	return res.StatusCode/100 == 2 || res.StatusCode == http.StatusFound
}

// address is the buyer's IP, which answers contain.
func address(r *http.Request) string {
	host := r.RemoteAddr
	if i := strings.LastIndex(host, ":"); i > 0 {
		host = host[:i]
	}
	return strings.Trim(host, "[]")
}
