package local

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

//go:embed mailbox.html
var mailboxHTML string

var mailboxPage = template.Must(template.New("mailbox").Parse(mailboxHTML))

const shownMails = 50

// Handler shows the mails: /mailbox as a page, /mailbox.json as a list, newest first, of those to the address in ?to= when given. Mails
// are untrusted: nothing in them runs, loads or leaves its frame. Only requests to a loopback address are answered, against DNS rebinding
// by a web page.
func (m *Mailbox) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /mailbox", m.servePage)
	mux.HandleFunc("GET /mailbox.json", m.serveList)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopback(r.Host) {
			http.Error(w, "The mailbox is only for this machine.", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func loopback(hostport string) bool {
	host := (&url.URL{Host: hostport}).Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (m *Mailbox) servePage(w http.ResponseWriter, r *http.Request) {
	mails, err := m.mailsTo(r.FormValue("to"))
	if err != nil {
		http.Error(w, "The mailbox cannot be read.", http.StatusInternalServerError)
		return
	}
	nonce := rand.Text()
	var page bytes.Buffer
	if err := mailboxPage.Execute(&page, struct {
		Mails []Mail
		To    string
		Nonce string
	}{mails, r.FormValue("to"), nonce}); err != nil {
		http.Error(w, "The mailbox cannot be shown.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'nonce-"+nonce+
		"'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.Write(page.Bytes())
}

func (m *Mailbox) serveList(w http.ResponseWriter, r *http.Request) {
	mails, err := m.mailsTo(r.FormValue("to"))
	if err != nil {
		http.Error(w, "The mailbox cannot be read.", http.StatusInternalServerError)
		return
	}
	if limit, err := strconv.Atoi(r.FormValue("limit")); err == nil && limit >= 0 {
		mails = mails[:min(limit, len(mails))]
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(mails)
}

// mailsTo are the newest mails to an address, or to all addresses.
func (m *Mailbox) mailsTo(to string) ([]Mail, error) {
	if to == "" {
		return m.Mails(shownMails)
	}
	mails, err := m.Mails(keptMails)
	if err != nil {
		return nil, err
	}
	to = strings.ToLower(strings.TrimSpace(to))
	mails = slices.DeleteFunc(mails, func(mail Mail) bool { return !slices.Contains(mail.To, to) })
	return mails[:min(shownMails, len(mails))], nil
}
