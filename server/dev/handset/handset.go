// Package handset plays WhatsApp on this machine: the calls of Meta's Cloud API that we make, and the phones at the other end. A newcomer
// sees there what arrived, answers it, and lets a phone or the account be refused; what became of a message is told by signed webhooks, as
// Meta tells it. Everybody may read it, so it exists for a loopback address only.
package handset

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sahn/server/phone/carrier"
	"sahn/server/phone/whatsapp"
)

// Options is what a Handset needs: the account that it plays, and Hook, the address that is told what became of messages.
type Options struct {
	Version, Number, Token string
	AppSecret, VerifyToken string
	Hook                   *url.URL
	HTTP                   *http.Client
	Now                    func() time.Time
	Log                    *slog.Logger
}

// Handset serves the Cloud API below /graph, and the phones at /whatsapp and /whatsapp.json.
type Handset struct {
	Options
	mux   http.ServeMux
	tells chan hook

	mu      sync.Mutex
	arrived []Arrived // the newest first
	refused bool      // the account
}

// Arrived is a message on a phone, as its owner reads it.
type Arrived struct {
	ID       string    `json:"id"`
	To       string    `json:"to"`
	Template string    `json:"template"`
	Language string    `json:"language"`
	Text     string    `json:"text"`
	Footer   string    `json:"footer,omitempty"`
	Button   string    `json:"button,omitempty"`
	Link     string    `json:"link,omitempty"`
	Code     string    `json:"code,omitempty"`
	State    string    `json:"state"`
	At       time.Time `json:"at"`
	ref      string
}

// Bounds of what is kept and waits.
const (
	keptMessages = 50
	maxWaiting   = 1000
	maxTries     = 5
)

// Unreachable is how a number ends that is not on WhatsApp.
const Unreachable = "000"

// New makes a Handset. Run tells of its messages.
func New(o Options) *Handset {
	h := &Handset{Options: o, tells: make(chan hook, maxWaiting)}
	h.mux.HandleFunc("POST /graph/{version}/{number}/messages", h.send)
	h.mux.HandleFunc("GET /whatsapp", h.page)
	h.mux.HandleFunc("GET /whatsapp.json", h.list)
	h.mux.HandleFunc("POST /whatsapp/answer", h.answer)
	h.mux.HandleFunc("POST /whatsapp/account", h.account)
	return h
}

// ServeHTTP answers this machine alone. A page of another site may send nothing.
func (h *Handset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !loopback(r.Host) {
		http.Error(w, "This is only for this machine.", http.StatusForbidden)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.NewCrossOriginProtection().Handler(&h.mux).ServeHTTP(w, r)
}

// said is a request as the adapter writes it.
type said struct {
	Product   string `json:"messaging_product"`
	Recipient string `json:"recipient_type"`
	To        string `json:"to"`
	Type      string `json:"type"`
	Template  struct {
		Name     string `json:"name"`
		Language struct {
			Code string `json:"code"`
		} `json:"language"`
		Components []struct {
			Type       string `json:"type"`
			SubType    string `json:"sub_type"`
			Index      string `json:"index"`
			Parameters []struct {
				Type string `json:"type"`
				Text string `json:"text"`
			} `json:"parameters"`
		} `json:"components"`
	} `json:"template"`
	Ref string `json:"biz_opaque_callback_data"`
}

var number = regexp.MustCompile(`^\+?[1-9][0-9]{6,14}$`)

// send takes a message, or refuses it with the codes of Meta's documentation.
func (h *Handset) send(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	refused := h.refused
	h.mu.Unlock()
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case subtle.ConstantTimeCompare([]byte(token), []byte(h.Token)) != 1:
		refuse(w, http.StatusUnauthorized, 190, "Error validating access token.", "")
		return
	case r.PathValue("version") != h.Version || r.PathValue("number") != h.Number:
		refuse(w, http.StatusBadRequest, 33, "Parameter value is not valid", "There is no such phone number of the account.")
		return
	case refused:
		refuse(w, http.StatusForbidden, 131031, "Business Account locked", "The page of the phones locked the account.")
		return
	}
	var m said
	from := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10))
	from.DisallowUnknownFields()
	if err := from.Decode(&m); err != nil || m.Product != "whatsapp" || m.Recipient != "individual" || m.Type != "template" ||
		!number.MatchString(m.To) {
		refuse(w, http.StatusBadRequest, 100, "Invalid parameter", "The request is not that of a template message.")
		return
	}
	a, code, why := h.read(m)
	if code != 0 {
		refuse(w, http.StatusBadRequest, code, "Template refused", why)
		return
	}
	h.mu.Lock()
	h.arrived = append([]Arrived{a}, h.arrived...)
	h.arrived = h.arrived[:min(len(h.arrived), keptMessages)]
	h.mu.Unlock()
	for _, state := range []string{"sent", map[bool]string{true: "failed", false: "delivered"}[a.State == "failed"]} {
		h.tell(h.statusHook(a, state))
	}
	write(w, http.StatusOK, map[string]any{"messaging_product": "whatsapp",
		"contacts": []any{map[string]string{"input": m.To, "wa_id": strings.TrimPrefix(m.To, "+")}},
		"messages": []any{map[string]string{"id": a.ID, "message_status": "accepted"}}})
}

// read writes a message as its template says it. code is Meta's where it has no such template or other values.
func (h *Handset) read(m said) (a Arrived, code int, why string) {
	form, ok := carrier.Named(m.Template.Name)
	language := m.Template.Language.Code
	if !ok || language != "en" && language != "ar" {
		return a, 132001, fmt.Sprintf("template name (%s) does not exist in %s", m.Template.Name, language)
	}
	var values []string
	copied := false
	for _, part := range m.Template.Components {
		for _, p := range part.Parameters {
			switch {
			case part.Type == "body":
				values = append(values, p.Text)
			case part.Type == "button" && part.SubType == "url" && part.Index == "0" && len(values) == 1:
				copied = p.Text == values[0]
			}
		}
	}
	if len(values) != form.Values() || copied != (form.Category == carrier.Code) {
		return a, 132000, fmt.Sprintf("number of localizable_params (%d) does not match the expected number of params (%d)", len(values),
			form.Values())
	}
	a = Arrived{ID: "wamid." + rand.Text(), To: "+" + strings.TrimPrefix(m.To, "+"), Template: form.Name, Language: language,
		State: "delivered", At: h.Now().UTC(), ref: m.Ref}
	if strings.HasSuffix(a.To, Unreachable) {
		a.State = "failed"
	}
	if form.Category == carrier.Code { // carriers write its text
		a.Code = values[0]
		a.Text = a.Code + " is your verification code. For your security, do not share this code."
		a.Footer = fmt.Sprintf("This code expires in %d minutes.", carrier.CodeMinutes)
		if language == "ar" {
			a.Text = a.Code + " هو رمز التحقق الخاص بك. للحفاظ على أمانك، لا تشارك هذا الرمز."
			a.Footer = fmt.Sprintf("تنتهي صلاحية هذا الرمز خلال %d دقائق.", carrier.CodeMinutes)
		}
		return a, 0, ""
	}
	text := form.In(language)
	a.Text, a.Footer, a.Button = text.Body, text.Footer, text.Button
	for i, value := range values {
		a.Text = strings.ReplaceAll(a.Text, "{{"+strconv.Itoa(i+1)+"}}", value)
	}
	a.Link = h.Hook.ResolveReference(&url.URL{Path: form.Path}).String()
	return a, 0, ""
}

// hook is a webhook that waits.
type hook struct {
	id, state string // of the message that it tells of; empty for an answer
	body      []byte
}

func (h *Handset) value(more map[string]any) []byte {
	more["messaging_product"] = "whatsapp"
	more["metadata"] = map[string]string{"display_phone_number": "15550783881", "phone_number_id": h.Number}
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "102290129340398",
		"changes": []any{map[string]any{"field": "messages", "value": more}}}}})
	if err != nil {
		panic(err) // texts and numbers are all that is in it
	}
	return body
}

func (h *Handset) statusHook(a Arrived, state string) hook {
	status := map[string]any{"id": a.ID, "status": state, "timestamp": strconv.FormatInt(h.Now().Unix(), 10),
		"recipient_id": strings.TrimPrefix(a.To, "+"), "biz_opaque_callback_data": a.ref}
	if state == "failed" {
		status["errors"] = []any{map[string]any{"code": 131026, "title": "Message undeliverable", "message": "Message undeliverable",
			"error_data": map[string]string{"details": "The number is not on WhatsApp."}}}
	}
	return hook{a.ID, state, h.value(map[string]any{"statuses": []any{status}})}
}

// tell puts a webhook into the queue; one too many is lost, as everything here is with the process.
func (h *Handset) tell(one hook) {
	select {
	case h.tells <- one:
	default:
		h.Log.Warn("whatsapp of the demo: too many webhooks wait")
	}
}

// Run sends webhooks one after the other until ctx ends. The address is proved first, as Meta does when it is subscribed.
func (h *Handset) Run(ctx context.Context) {
	proved := false
	for {
		var next hook
		select {
		case <-ctx.Done():
			return
		case next = <-h.tells:
		}
		for try := 1; ; try++ {
			err := error(nil)
			if !proved {
				err = h.prove(ctx)
				proved = err == nil
			}
			if err == nil {
				err = h.post(ctx, next.body)
			}
			if err == nil {
				break
			}
			if try == maxTries {
				h.Log.Warn("whatsapp of the demo: a webhook was not taken", "error", err.Error())
				break
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Duration(try) * 200 * time.Millisecond):
			}
		}
	}
}

var errNotProved = errors.New("the address does not answer the question with the verify token")

// prove asks whether the address is that of the account.
func (h *Handset) prove(ctx context.Context) error {
	to := *h.Hook
	challenge := rand.Text()
	to.RawQuery = url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {h.VerifyToken}, "hub.challenge": {challenge}}.Encode()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, to.String(), nil)
	if err != nil {
		return err
	}
	reply, err := h.HTTP.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(io.LimitReader(reply.Body, 1<<10))
	if err == nil && (reply.StatusCode != http.StatusOK || string(text) != challenge) {
		err = errNotProved
	}
	return err
}

func (h *Handset) post(ctx context.Context, body []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.Hook.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Hub-Signature-256", whatsapp.Sign(h.AppSecret, body))
	reply, err := h.HTTP.Do(r)
	if err != nil {
		return err
	}
	if err := reply.Body.Close(); err != nil {
		return err
	}
	if reply.StatusCode != http.StatusOK {
		return errors.New(reply.Status)
	}
	return nil
}

// Messages are what arrived, the newest first, of one number when it is given.
func (h *Handset) Messages(to string) []Arrived {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(h.arrived), func(a Arrived) bool { return to != "" && a.To != to })
}

func write(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what)
}

func refuse(w http.ResponseWriter, status, code int, message, details string) {
	write(w, status, map[string]any{"error": map[string]any{"message": fmt.Sprintf("(#%d) %s", code, message), "type": "OAuthException",
		"code": code, "error_data": map[string]string{"messaging_product": "whatsapp", "details": details}}})
}
