// Package whatsapp is Meta's protocol: messages by the WhatsApp Cloud API, what its webhooks tell, and the templates as they are
// registered. It knows no database.
package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sahn/server/phone/carrier"
)

// Client sends messages from one business phone number. URL is the Graph API, Version like v25.0, Token of a system user. HTTP decides
// where it may lead (platform/outbound).
type Client struct {
	URL                    *url.URL
	Version, Number, Token string
	AppSecret, VerifyToken string
	HTTP                   *http.Client
	Now                    func() time.Time
}

// The request, in the order of Meta's documentation.
type request struct {
	Product   string   `json:"messaging_product"`
	Recipient string   `json:"recipient_type"`
	To        string   `json:"to"`
	Type      string   `json:"type"`
	Template  template `json:"template"`
	Callback  string   `json:"biz_opaque_callback_data"`
}

type template struct {
	Name       string      `json:"name"`
	Language   language    `json:"language"`
	Components []component `json:"components,omitempty"`
}

type language struct {
	Code string `json:"code"`
}

type component struct {
	Type       string      `json:"type"`
	SubType    string      `json:"sub_type,omitempty"`
	Index      string      `json:"index,omitempty"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// body is a message as it is sent. A code stands in the text and on the button that copies it.
func body(m carrier.Message) ([]byte, error) {
	said := request{"whatsapp", "individual", m.To, "template", template{Name: m.Template, Language: language{m.Language}}, m.Ref}
	form, ok := carrier.Named(m.Template)
	if !ok || len(m.Values) != form.Values() {
		return nil, errors.New("whatsapp: the values are not those of the template")
	}
	values := make([]parameter, len(m.Values))
	for i, text := range m.Values {
		values[i] = parameter{"text", text}
	}
	if len(values) > 0 {
		said.Template.Components = []component{{Type: "body", Parameters: values}}
	}
	if form.Category == carrier.Code {
		said.Template.Components = append(said.Template.Components, component{"button", "url", "0", values})
	}
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	if err := to.Encode(said); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// failure is how Meta tells of an error, in an answer and in a webhook.
type failure struct {
	Code    int    `json:"code"`
	Title   string `json:"title"`
	Message string `json:"message"`
	Data    struct {
		Details string `json:"details"`
	} `json:"error_data"`
}

// Send sends a message. Its answer says what is to be done; nothing in it is a number or a token.
func (c *Client) Send(ctx context.Context, m carrier.Message) carrier.Answer {
	text, err := body(m)
	if err != nil {
		return carrier.Answer{Outcome: carrier.Wrong, Reason: err.Error()}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL.JoinPath(c.Version, c.Number, "messages").String(), bytes.NewReader(text))
	if err != nil {
		return carrier.Answer{Outcome: carrier.Wrong, Reason: "the address of the Graph API cannot be used"}
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("Content-Type", "application/json")
	reply, err := c.HTTP.Do(r)
	if err != nil {
		if dialed, ok := errors.AsType[*net.OpError](err); ok && dialed.Op == "dial" {
			return carrier.Answer{Outcome: carrier.Later, Reason: "the Graph API cannot be reached"}
		}
		return carrier.Answer{Outcome: carrier.Unsure, Reason: "the Graph API did not answer"}
	}
	defer reply.Body.Close()
	said, err := io.ReadAll(io.LimitReader(reply.Body, 64<<10))
	if err != nil {
		return carrier.Answer{Outcome: carrier.Unsure, Reason: "the answer broke off"}
	}
	return answerOf(reply, said, c.Now())
}

func answerOf(reply *http.Response, said []byte, now time.Time) carrier.Answer {
	var parsed struct {
		Messages []struct {
			ID string `json:"id"`
		} `json:"messages"`
		Error *failure `json:"error"`
	}
	err := json.Unmarshal(said, &parsed)
	if reply.StatusCode/100 == 2 {
		if err != nil || len(parsed.Messages) != 1 || !printable(parsed.Messages[0].ID) {
			return carrier.Answer{Outcome: carrier.Unsure, Reason: "the answer is not that of the Graph API"}
		}
		return carrier.Answer{ID: parsed.Messages[0].ID}
	}
	a := carrier.Answer{After: after(reply.Header.Get("Retry-After"), now)}
	if err == nil && parsed.Error != nil {
		a.Code, a.Reason = parsed.Error.Code, parsed.Error.reason()
		a.Outcome, a.Pair = outcomeOf(a.Code), a.Code == pairLimit
	} else {
		a.Outcome, a.Reason = carrier.Wrong, reply.Status
	}
	if a.Outcome == carrier.Wrong { // a code that is not in the documentation, or none
		switch {
		case reply.StatusCode == http.StatusTooManyRequests || reply.StatusCode >= 500:
			a.Outcome = carrier.Later
		case reply.StatusCode == http.StatusUnauthorized || reply.StatusCode == http.StatusForbidden:
			a.Outcome = carrier.Account
		}
	}
	return a
}

const longest = 200 // of an id and of a reason

func printable(id string) bool {
	return id != "" && len(id) <= longest && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
}

// reason is what operators read: the sentence that says more, without what cannot be stored.
func (f failure) reason() string {
	text := f.Data.Details
	if text == "" {
		text = f.Message
	}
	if text == "" {
		text = f.Title
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest-1]) + "…"
	}
	return text
}

// after reads Retry-After: seconds, or a moment.
func after(said string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(said)); err == nil {
		return time.Duration(max(0, min(seconds, 24*3600))) * time.Second
	}
	if at, err := http.ParseTime(said); err == nil {
		return max(0, min(at.Sub(now), 24*time.Hour))
	}
	return 0
}

// pairLimit is too many messages to one number.
const pairLimit = 131056

// outcomes are Meta's codes that are not those of a wrong request.
var outcomes = map[carrier.Outcome][]int{
	carrier.Later: {1, 2, 4, 80007, 130429, pairLimit, 131000, 131016, 131057, 133004, 133016},
	// The number is not on WhatsApp or too old an app, is our own, is not on a test account's list, or is of a country that is closed to us.
	carrier.Unreachable: {130497, 131021, 131026, 131030},
	carrier.Stopped:     {131050},
	carrier.Undelivered: {130472, 131047, 131049},
	// Values that do not fit, no such template or language, policy, format, paused, disabled.
	carrier.Template: {132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069},
	// Token, permission, policy, too many reports, locked, unpaid, not registered, no approved name.
	carrier.Account: {0, 3, 10, 33, 190, 368, 131005, 131031, 131037, 131042, 131045, 131048, 133000, 133005, 133006, 133010},
}

var byCode = func() map[int]carrier.Outcome {
	all := map[int]carrier.Outcome{}
	for outcome, codes := range outcomes {
		for _, code := range codes {
			all[code] = outcome
		}
	}
	for code := 200; code <= 299; code++ {
		all[code] = carrier.Account
	}
	return all
}()

func outcomeOf(code int) carrier.Outcome {
	if outcome, ok := byCode[code]; ok {
		return outcome
	}
	return carrier.Wrong
}
