package handset

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

//go:embed handset.html
var pageHTML string

var pages = template.Must(template.New("page").Parse(pageHTML))

func loopback(hostport string) bool {
	host := (&url.URL{Host: hostport}).Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// page shows what arrived, and takes answers.
func (h *Handset) page(w http.ResponseWriter, _ *http.Request) {
	h.mu.Lock()
	refused := h.refused
	h.mu.Unlock()
	nonce := rand.Text()
	var out bytes.Buffer
	if err := pages.Execute(&out, struct {
		Messages           []Arrived
		Refused            bool
		Nonce, Unreachable string
	}{h.Messages(""), refused, nonce, Unreachable}); err != nil {
		http.Error(w, "The phones cannot be shown.", http.StatusInternalServerError)
		return
	}
	head := w.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-"+nonce+
		"'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	_, _ = w.Write(out.Bytes())
}

// list answers with what arrived, of the number in ?to= when given.
func (h *Handset) list(w http.ResponseWriter, r *http.Request) {
	write(w, http.StatusOK, h.Messages(r.FormValue("to")))
}

// answer sends what the owner of a phone writes back.
func (h *Handset) answer(w http.ResponseWriter, r *http.Request) {
	from, text := strings.TrimPrefix(r.PostFormValue("from"), "+"), strings.TrimSpace(r.PostFormValue("text"))
	if !number.MatchString(from) || text == "" || len(text) > 1000 {
		http.Error(w, "A number and a text are needed.", http.StatusUnprocessableEntity)
		return
	}
	h.tell(hook{body: h.value(map[string]any{"contacts": []any{map[string]any{"wa_id": from}},
		"messages": []any{map[string]any{"from": from, "id": "wamid." + rand.Text(), "timestamp": strconv.FormatInt(h.Now().Unix(), 10),
			"type": "text", "text": map[string]string{"body": text}}}})})
	http.Redirect(w, r, "/whatsapp", http.StatusSeeOther)
}

// account locks the account, or unlocks it.
func (h *Handset) account(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.refused = r.PostFormValue("refused") == "true"
	h.mu.Unlock()
	http.Redirect(w, r, "/whatsapp", http.StatusSeeOther)
}
