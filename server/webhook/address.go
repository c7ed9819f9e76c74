package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	"sahn/server/platform/outbound"
)

// The styles of webhooks: signed events, and messages in channels of Slack and Teams.
const (
	standard = "standard"
	slack    = "slack"
	teams    = "teams"
)

// channels are the hosts, or how hosts end, at which Slack and Teams take messages.
var channels = map[string][]string{
	slack: {"hooks.slack.com"},
	teams: {".logic.azure.com", ".webhook.office.com", ".environment.api.powerplatform.com"},
}

// newSecret is a fresh key of a webhook, in the form of the Standard Webhooks specification.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

var (
	errAddress = fault.Field("url", "Please enter an address that begins with https:// and is on the public internet.")
	errSlack   = fault.Field("url", "Please enter the address that Slack gave you; it begins with https://hooks.slack.com/services/.")
	errTeams   = fault.Field("url", "Please enter the address that the workflow in Teams gave you.")
)

// address checks where events shall go, and answers the part of it that may be shown. Where its name leads is judged with each connection.
func (w *Webhooks) address(style, typed string) (shown string, err error) {
	to, err := url.Parse(typed)
	if err != nil || to.Host == "" || to.User != nil || to.Fragment != "" || strings.ContainsAny(typed, " \t\r\n") {
		return "", errAddress
	}
	host := strings.ToLower(to.Hostname())
	ip, isIP := netip.ParseAddr(host)
	here := w.Loopback && (host == "localhost" || isIP == nil && ip.IsLoopback())
	if !here && (to.Scheme != "https" || to.Port() != "" && to.Port() != "443" || isIP == nil && !outbound.Public(ip) ||
		isIP != nil && !strings.Contains(host, ".")) || here && to.Scheme != "http" && to.Scheme != "https" {
		return "", errAddress
	}
	if style == standard {
		return typed, nil
	}
	if !here && !slices.ContainsFunc(channels[style], func(known string) bool {
		return host == known || known[0] == '.' && strings.HasSuffix(host, known)
	}) {
		return "", map[string]error{slack: errSlack, teams: errTeams}[style]
	}
	return to.Scheme + "://" + to.Host + "/…", nil
}

// Reseal seals the secrets of webhooks anew with the first secret, so that the others can be removed. It may run while servers serve. It is
// for whoever operates the server.
func Reseal(ctx context.Context, q *db.Queries, secrets keys.Keys) (done keys.Resealed, err error) {
	rows, err := q.WebhooksSealed(ctx)
	if err != nil {
		return done, err
	}
	var ids []string
	var olds, anew [][]byte
	for _, r := range rows {
		for _, sealed := range [][]byte{r.Secret, r.Before} {
			if sealed == nil {
				continue
			}
			done.All++
			_, fresh, err := secrets.Again(sealUse, r.ID, sealed)
			switch {
			case err != nil:
				done.Closed++
			case fresh != nil:
				ids, olds, anew = append(ids, r.ID), append(olds, sealed), append(anew, fresh)
				done.Anew++
			}
		}
	}
	if len(ids) == 0 {
		return done, nil
	}
	return done, q.WebhooksReseal(ctx, ids, olds, anew)
}

// Preset is the webhook that the demo has: of a company, to an address of this machine, with a secret that is no secret.
type Preset struct{ Company, Admin, URL, Secret string }

// Apply adds it, told of everything, to a company that has none.
func (r Preset) Apply(ctx context.Context, q *db.Queries, secrets keys.Keys, now time.Time) error {
	had, err := q.WebhooksOf(ctx, r.Company)
	if err != nil || len(had) > 0 {
		return err
	}
	id := ulid.Make().String()
	sealed, err := secrets.Seal(sealUse, id, r.Secret)
	if err != nil {
		return err
	}
	if err := q.WebhookMake(ctx, db.WebhookMakeParams{ID: id, CompanyID: r.Company, Style: standard, Url: r.URL, Kinds: Kinds, Language: "en",
		Secret: sealed, MadeBy: r.Admin, Now: now}); err != nil {
		return err
	}
	return q.WebhookMarkBegin(ctx, r.Company, now, id)
}
