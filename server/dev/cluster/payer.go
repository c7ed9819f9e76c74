//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"time"

	"github.com/oklog/ulid/v2"
)

// browser is one that knows the cluster's certificate, keeps cookies and follows nobody.
func (l *layout) browser(who somebody) (*http.Client, error) {
	authority, err := os.ReadFile(l.path("tls", "ca.pem"))
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(authority) {
		return nil, errors.New("the cluster's certificate cannot be read")
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	home, err := url.Parse(l.appURL())
	jar.SetCookies(home, []*http.Cookie{{Name: "sahn_session", Value: who.Session, Path: "/", Secure: true}})
	return &http.Client{Timeout: 30 * time.Second, Jar: jar,
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, err
}

// answer is what came back for a request.
type answer struct {
	status   int
	location string
	body     []byte
}

func send(ctx context.Context, by *http.Client, to, kind, body string, headers map[string]string) (a answer, err error) {
	method := http.MethodPost
	if kind == "" {
		method = http.MethodGet
	}
	ask, err := http.NewRequestWithContext(ctx, method, to, bytes.NewBufferString(body))
	if err != nil {
		return a, err
	}
	for name, value := range headers {
		ask.Header.Set(name, value)
	}
	ask.Header.Set("Content-Type", kind)
	got, err := by.Do(ask)
	if err != nil {
		return a, err
	}
	defer got.Body.Close()
	a = answer{status: got.StatusCode, location: got.Header.Get("Location")}
	a.body, err = io.ReadAll(got.Body)
	if err == nil && a.status >= 400 {
		err = fmt.Errorf("%s: %s: %s", to, got.Status, a.body)
	}
	return a, err
}

// asking is a browser of somebody who may write, and the headers that the app sends with each request.
func (l *layout) asking(ctx context.Context, who somebody) (b *http.Client, headers map[string]string, err error) {
	if b, err = l.browser(who); err != nil {
		return nil, nil, err
	}
	if _, err := send(ctx, b, l.appURL()+"/sanctum/csrf-cookie", "", "", nil); err != nil {
		return nil, nil, err
	}
	headers = map[string]string{"Origin": l.appURL(), "X-Profile": who.Profile, "Accept": "application/json"}
	home, err := url.Parse(l.appURL())
	for _, cookie := range b.Jar.Cookies(home) {
		if cookie.Name == "XSRF-TOKEN" {
			headers["X-XSRF-TOKEN"], _ = url.QueryUnescape(cookie.Value)
		}
	}
	return b, headers, err
}

// topUp pays into somebody's wallet with a card, and closes the browser before it is sent back.
func (l *layout) topUp(ctx context.Context, who somebody, fils int) error {
	b, headers, err := l.asking(ctx, who)
	if err != nil {
		return err
	}
	said, err := send(ctx, b, l.appURL()+"/api/wallet/topup", "application/json",
		fmt.Sprintf(`{"amount":%d,"key":%q}`, fils, ulid.Make()), headers)
	if err != nil {
		return err
	}
	var topup struct {
		Form struct {
			URL    string            `json:"url"`
			Fields map[string]string `json:"fields"`
		} `json:"form"`
	}
	if err := json.Unmarshal(said.body, &topup); err != nil {
		return err
	}
	const form = "application/x-www-form-urlencoded"
	page, err := send(ctx, b, topup.Form.URL, form, values(topup.Form.Fields), nil)
	if err != nil {
		return err
	}
	card := map[string]string{"action": "pay", "card_number": "4005550000000001", "expiry": "12/" + time.Now().AddDate(2, 0, 0).Format("06"),
		"cvv": "123", "name": "Drill"}
	_, err = send(ctx, b, "http://"+l.address("sandbox")+page.location, form, values(card), nil)
	return err
}

func values(fields map[string]string) string {
	all := url.Values{}
	for name, value := range fields {
		all.Set(name, value)
	}
	return all.Encode()
}
