package whatsapp

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sahn/server/phone/carrier"
)

// ErrUnsigned refuses a webhook that is not Meta's.
var ErrUnsigned = errors.New("whatsapp: the signature is not that of the app")

// Challenge answers Meta's question whether an address is ours: the text to send back, for a query with our token.
func (c *Client) Challenge(query string) (string, bool) {
	asked, err := url.ParseQuery(query)
	if err != nil || c.VerifyToken == "" || asked.Get("hub.mode") != "subscribe" ||
		subtle.ConstantTimeCompare([]byte(asked.Get("hub.verify_token")), []byte(c.VerifyToken)) != 1 {
		return "", false
	}
	challenge := asked.Get("hub.challenge")
	return challenge, printable(challenge)
}

// Sign is the signature of a body by the app's secret, as the header X-Hub-Signature-256 has it.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

type hook struct {
	Object string `json:"object"`
	Entry  []struct {
		Changes []struct {
			Field string `json:"field"`
			Value struct {
				Metadata struct {
					Number string `json:"phone_number_id"`
				} `json:"metadata"`
				Statuses []struct {
					ID       string    `json:"id"`
					Status   string    `json:"status"`
					At       string    `json:"timestamp"`
					Callback string    `json:"biz_opaque_callback_data"`
					Errors   []failure `json:"errors"`
				} `json:"statuses"`
				Messages []struct {
					From string `json:"from"`
					At   string `json:"timestamp"`
					Type string `json:"type"`
					Text struct {
						Body string `json:"body"`
					} `json:"text"`
					Button struct {
						Text string `json:"text"`
					} `json:"button"`
				} `json:"messages"`
				Preferences []struct {
					From  string `json:"wa_id"`
					Value string `json:"value"`
					At    any    `json:"timestamp"`
				} `json:"user_preferences"`
			} `json:"value"`
		} `json:"changes"`
	} `json:"entry"`
}

// Read reads what Meta tells of our number, in a request with this signature. What it tells of other numbers and in other fields is left
// out. ErrUnsigned refuses a request that is not signed by the app.
func (c *Client) Read(body []byte, signature string) (all carrier.Events, err error) {
	if c.AppSecret == "" || subtle.ConstantTimeCompare([]byte(signature), []byte(Sign(c.AppSecret, body))) != 1 {
		return all, ErrUnsigned
	}
	var said hook
	if err := json.Unmarshal(body, &said); err != nil {
		return all, errors.New("whatsapp: the webhook is not readable")
	}
	for _, entry := range said.Entry {
		for _, change := range entry.Changes {
			v := change.Value
			if v.Metadata.Number != c.Number {
				continue
			}
			for _, s := range v.Statuses {
				if status := (carrier.Status{Ref: s.Callback, ID: s.ID, State: states[s.Status], At: moment(s.At)}); status.State != carrier.Unknown {
					if status.State == carrier.Failed {
						status.Answer = carrier.Answer{Outcome: carrier.Undelivered}
						if len(s.Errors) > 0 {
							f := s.Errors[0]
							status.Answer = carrier.Answer{Outcome: outcomeOf(f.Code), Code: f.Code, Reason: f.reason()}
						}
					}
					all.Statuses = append(all.Statuses, status)
				}
			}
			for _, m := range v.Messages {
				all.Heard = append(all.Heard, carrier.Heard{From: "+" + strings.TrimPrefix(m.From, "+"),
					Stop: stops(cmp.Or(m.Text.Body, m.Button.Text)), At: moment(m.At)})
			}
			for _, p := range v.Preferences {
				all.Heard = append(all.Heard, carrier.Heard{From: "+" + strings.TrimPrefix(p.From, "+"), Stop: p.Value == "stop", At: since(p.At)})
			}
		}
	}
	return all, nil
}

var states = map[string]carrier.State{"sent": carrier.Sent, "delivered": carrier.Delivered, "read": carrier.Read, "failed": carrier.Failed}

func moment(text string) time.Time {
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// since reads a moment that is a number in the documentation and a text in others.
func since(said any) time.Time {
	switch at := said.(type) {
	case float64:
		return time.Unix(int64(at), 0).UTC()
	case string:
		return moment(at)
	}
	return time.Time{}
}

// stopping are words that end messages, in lower case.
var stopping = map[string]bool{"stop": true, "stop all": true, "stopall": true, "unsubscribe": true, "end": true, "cancel": true,
	"quit":    true,
	"opt out": true, "optout": true, "إيقاف": true, "ايقاف": true, "إلغاء": true, "الغاء": true, "توقف": true, "قف": true, "أوقف": true}

func stops(text string) bool {
	return stopping[strings.Trim(strings.ToLower(strings.TrimSpace(text)), ".!،؛ \"'«»“”")]
}
