package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"sahn/server/phone"
	"sahn/server/platform/db"
)

// Message is one notification, and the template with its values that says the same on a phone. ID names the event for one person: a device
// that is shown it again replaces what it showed. Path is the page of the app that it opens. Plain may stand on a lock screen; Full is for
// people who chose to read details there, and may be zero. Until is when it is good for nothing any more.
type Message struct {
	ID          string
	Kind        Kind
	Path        string
	Plain, Full Words
	Template    string
	Values      []string
	Until       time.Time
}

// Words are a notification's title and text.
type Words struct{ Title, Text string }

// payload is a notification as the service worker reads it (pwa/worker/push.ts).
type payload struct {
	Title    string `json:"title"`
	Text     string `json:"text"`
	Kind     Kind   `json:"kind"`
	Tag      string `json:"tag"`
	Path     string `json:"path"`
	Stop     string `json:"stop"`      // the capability to switch the kind off
	StopText string `json:"stop_text"` // on the button for that
	Language string `json:"lang"`
}

// ErrLater is the answer of push services that cannot take a notification now.
var ErrLater = errors.New("push: no push service takes it now")

// longest is the most that a push service keeps a message for.
const longest = 28 * 24 * time.Hour

// recipient is a person and what they chose.
type recipient struct {
	choice
	id, language string
	phone        []string // the kinds that are told there
}

func (r recipient) onPhone(k Kind) bool { return slices.Contains(r.phone, string(k)) }

// send gives a notification to every browser of a person at once, and forgets those that are gone. It reports whether any push service took
// it. ErrLater says that none did, and some may take it later.
func (p *Pushes) send(ctx context.Context, to recipient, m Message) (reached bool, err error) {
	q, now := db.New(p.db), p.now()
	devices, err := q.PushDevicesOf(ctx, to.id, now, maxDevices)
	if err != nil {
		return false, fmt.Errorf("read devices: %w", err)
	}
	if len(devices) == 0 {
		return false, nil
	}
	key, err := p.vapid(ctx)
	if err != nil {
		return false, err
	}
	words := m.Plain
	if to.detail && m.Full != (Words{}) {
		words = m.Full
	}
	sum := sha256.Sum256([]byte(m.ID))
	tag := base64.RawURLEncoding.EncodeToString(sum[:24]) // 32 characters, the most of a topic
	how := webpush.Options{HTTPClient: p.http, Subscriber: p.contact, VAPIDPublicKey: key.public, VAPIDPrivateKey: key.private,
		Topic: tag, TTL: int(max(0, min(longest, m.Until.Sub(now))) / time.Second), Urgency: urgencyOf(m.Kind)}
	answers := make([]int, len(devices))
	var all sync.WaitGroup
	for i, d := range devices {
		all.Go(func() {
			body, err := json.Marshal(payload{Title: words.Title, Text: words.Text, Kind: m.Kind, Tag: tag, Path: m.Path,
				Stop: base64.RawURLEncoding.EncodeToString(d.Stop), StopText: stopText(to.language), Language: to.language})
			if err == nil {
				answers[i], err = p.one(ctx, body, d, how)
			}
			if err != nil {
				p.log.Info("push: no answer", "kind", string(m.Kind), "error", err.Error())
			}
		})
	}
	all.Wait()
	var gone []string
	later := false
	for i, status := range answers {
		switch {
		case status >= 200 && status < 300:
			reached = true
		case status == http.StatusNotFound || status == http.StatusGone:
			gone = append(gone, devices[i].Endpoint)
		case status == 0 || status == http.StatusTooManyRequests || status >= 500:
			later = true
		default: // the service refuses it, and will again
			p.log.Warn("push: refused", "kind", string(m.Kind), "status", status)
		}
	}
	if len(gone) > 0 {
		if err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
			return end(ctx, tx, db.PushDevicesEndingParams{Way: byService, Now: now, PersonID: to.id, Endpoints: gone})
		}); err != nil {
			return reached, fmt.Errorf("forget devices: %w", err)
		}
	}
	if !reached && later {
		return false, ErrLater
	}
	return reached, nil
}

// one sends to one browser and answers its push service's status, 0 without one.
func (p *Pushes) one(ctx context.Context, body []byte, to db.PushDevicesOfRow, how webpush.Options) (int, error) {
	answer, err := webpush.SendNotificationWithContext(ctx, body, &webpush.Subscription{Endpoint: to.Endpoint,
		Keys: webpush.Keys{P256dh: base64.RawURLEncoding.EncodeToString(to.P256dh), Auth: base64.RawURLEncoding.EncodeToString(to.Auth)}}, &how)
	if err != nil {
		if wrong, ok := errors.AsType[*url.Error](err); ok {
			err = wrong.Err // without the address, which is the browser's secret
		}
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// reach tells a person by a notification; one that no push service takes is told on their phone, where they chose so.
func (p *Pushes) reach(ctx context.Context, to recipient, m Message) (reached bool, err error) {
	reached, err = p.send(ctx, to, m)
	if reached || err != nil && !errors.Is(err, ErrLater) || !to.onPhone(m.Kind) {
		return reached, err
	}
	taken, wrong := p.phones.Put(ctx, phone.Note{Event: m.ID, Person: to.id, Kind: string(m.Kind), Template: m.Template, Language: to.language,
		Values: m.Values, Until: m.Until})
	if taken || wrong != nil {
		return taken, wrong
	}
	return false, err
}

// urgencyOf is how soon a sleeping phone is to be woken.
func urgencyOf(k Kind) webpush.Urgency {
	if k == Week || k == Payment {
		return webpush.UrgencyNormal
	}
	return webpush.UrgencyHigh
}
