// Package directory lets a company's own directory say who belongs to the company, by SCIM 2.0 (RFC 7643, 7644). Its promises: a
// directory reaches no one of another company; it names nobody whose address is not in a domain that the company showed to be its own;
// whom it says to have left is out at once; and whom an admin or an operator put on hold it does not let in.
package directory

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sahn/server/member"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Directories answers companies' directories, and lets admins give them tokens. Left runs in the transaction in which somebody left.
type Directories struct {
	Conn    db.Conn
	Members *member.Members
	People  *person.People
	Limiter *web.Limiter
	Clock   clock.Clock
	Public  *url.URL
	Left    func(ctx context.Context, tx db.Tx) error
}

// The paces of one company, however many tokens it has, and of all that comes from one address before its token is known. The large
// providers send at most 25 a second.
var (
	ofCompany = web.Rate{N: 1500, Per: time.Minute}
	ofAddress = web.Rate{N: 12_000, Per: time.Minute}
)

const (
	base        = "/scim/v2"
	contentType = "application/scim+json"
	seenEvery   = 5 * time.Minute
)

// caller is the directory that asks: by which token, of which company.
type caller struct{ token, company string }

// refusal is an error as SCIM says it; kind is its scimType.
type refusal struct {
	status       int
	kind, detail string
	retry        time.Duration
}

func (r *refusal) Error() string { return r.kind + ": " + r.detail }

func invalid(detail string) error { return &refusal{status: 400, kind: "invalidValue", detail: detail} }

func taken(detail string) error { return &refusal{status: 409, kind: "uniqueness", detail: detail} }

var (
	errToken  = &refusal{status: 401, detail: "The token is unknown or was revoked."}
	errNone   = &refusal{status: 404, detail: "There is no such resource."}
	errSyntax = &refusal{status: 400, kind: "invalidSyntax", detail: "The body is not a JSON object that can be read."}
	errFilter = &refusal{status: 400, kind: "invalidFilter", detail: "The filter cannot be read."}
)

// resource is a SCIM resource, or any JSON object.
type resource = map[string]any

// HandleSCIM answers everything below /scim/v2. The caller is proved by the token in the request.
func (d *Directories) HandleSCIM(ctx context.Context, who web.Caller, r web.RawRequest) (web.RawReply, error) {
	reply, err := d.answer(ctx, who, r)
	if err == nil {
		return reply, nil
	}
	said, is := errors.AsType[*refusal](err)
	if f := fault.As(err); !is && f != nil && f.Kind != fault.Unavailable {
		is, said = true, &refusal{status: map[fault.Kind]int{fault.NotFound: 404, fault.Conflict: 409, fault.Refused: 403, fault.TooMany: 429,
			fault.Unsigned: 401}[f.Kind], detail: f.Message, retry: f.Retry}
		if said.status == 0 {
			said.status, said.kind = 400, "invalidValue"
		}
	}
	if !is {
		return web.RawReply{}, err
	}
	body := resource{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:Error"}, "status": strconv.Itoa(said.status),
		"detail": said.detail}
	if said.kind != "" {
		body["scimType"] = said.kind
	}
	reply, err = written(said.status, body)
	if said.status == 401 {
		reply.Headers = map[string]string{"WWW-Authenticate": "Bearer"}
	}
	if said.retry > 0 {
		reply.Headers = map[string]string{"Retry-After": strconv.Itoa(int(said.retry.Seconds() + 0.999))}
	}
	return reply, err
}

func written(status int, body any) (web.RawReply, error) {
	raw, err := json.Marshal(body)
	return web.RawReply{Status: status, ContentType: contentType, Body: raw}, err
}

func (d *Directories) answer(ctx context.Context, who web.Caller, r web.RawRequest) (reply web.RawReply, err error) {
	as, err := d.identify(ctx, who, r.Authorization)
	if err != nil {
		return reply, err
	}
	query, err := url.ParseQuery(r.Query)
	if err != nil || !utf8.Valid(r.Body) || !utf8.ValidString(r.Query) || strings.Contains(r.Query, "%00") ||
		bytes.Contains(r.Body, []byte(`\u0000`)) || bytes.ContainsRune(r.Body, 0) {
		return reply, errSyntax
	}
	kind, id, _ := strings.Cut(strings.Trim(strings.TrimPrefix(r.Path, base), "/"), "/")
	ask := asked{as, r.Method, id, query, r.Body}
	if r.Method == http.MethodHead {
		ask.method = http.MethodGet
	}
	if ask.id == ".search" {
		if ask, err = ask.searched(); err != nil {
			return reply, err
		}
	}
	switch kind {
	case "Users":
		reply, err = d.users(ctx, ask)
	case "Groups":
		reply, err = d.groups(ctx, ask)
	case "ServiceProviderConfig", "ResourceTypes", "Schemas":
		reply, err = d.described(ask, kind)
	case "Me", "Bulk":
		err = &refusal{status: 501, detail: "This is not supported."}
	default:
		err = errNone
	}
	return reply, err
}

// asked is one request of a directory; id is empty for all resources of a kind.
type asked struct {
	as     caller
	method string
	id     string
	query  url.Values
	body   []byte
}

var errMethod = &refusal{status: 405, detail: "This method is not supported here."}

func (a asked) into(v any) error {
	if err := json.Unmarshal(a.body, v); err != nil {
		return errSyntax
	}
	return nil
}

// searched is the list that a search asks for: what is elsewhere in the address is in its body (RFC 7644, section 3.4.3).
func (a asked) searched() (asked, error) {
	if a.method != http.MethodPost {
		return a, errMethod
	}
	var s struct {
		Attributes, ExcludedAttributes []string
		Filter                         string
		StartIndex, Count              *int
	}
	if err := a.into(&s); err != nil {
		return a, err
	}
	a.method, a.id = http.MethodGet, ""
	a.query = url.Values{"filter": {s.Filter}, "attributes": {strings.Join(s.Attributes, ",")},
		"excludedAttributes": {strings.Join(s.ExcludedAttributes, ",")}}
	for name, n := range map[string]*int{"startIndex": s.StartIndex, "count": s.Count} {
		if n != nil {
			a.query.Set(name, strconv.Itoa(*n))
		}
	}
	return a, nil
}

// identify finds whose directory asks.
func (d *Directories) identify(ctx context.Context, who web.Caller, authorization string) (as caller, err error) {
	if _, wait := d.Limiter.Take(ctx, "scim:ip:"+who.IP, ofAddress); wait > 0 {
		return as, web.ErrTooMany.After(wait)
	}
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return as, errToken
	}
	q := db.New(d.Conn)
	row, err := q.DirectoryTokenOf(ctx, hashed(strings.TrimSpace(token)))
	if err != nil {
		return as, db.NoneIs(err, errToken)
	}
	if _, wait := d.Limiter.Take(ctx, "scim:company:"+row.CompanyID, ofCompany); wait > 0 {
		return as, web.ErrTooMany.After(wait)
	}
	if now := d.Clock(); row.SeenAt == nil || now.Sub(*row.SeenAt) >= seenEvery {
		err = q.DirectoryTokenSeen(ctx, now, row.ID)
	}
	return caller{row.ID, row.CompanyID}, err
}

func hashed(token string) []byte { sum := sha256.Sum256([]byte(token)); return sum[:] }

// change runs fn in a transaction in which nobody else changes who belongs to the company. hold first locks the people concerned, so that
// none of them signs in meanwhile.
func (d *Directories) change(ctx context.Context, as caller, hold func(ctx context.Context, q *db.Queries) error,
	fn func(ctx context.Context, tx db.Tx, c db.Company) error) error {
	return db.InTx(ctx, d.Conn, func(ctx context.Context, tx db.Tx) error {
		if hold != nil {
			if err := hold(ctx, tx.Queries); err != nil {
				return err
			}
		}
		c, err := tx.CompanyHold(ctx, as.company)
		if err != nil {
			return db.NoneIs(err, errToken)
		}
		if _, err := tx.DirectoryTokenStill(ctx, as.token, as.company); err != nil {
			return db.NoneIs(err, errToken)
		}
		return fn(ctx, tx, c)
	})
}

// The most resources of one answer, and how many it has when nothing is said.
const (
	maxListed   = 200
	usualListed = 100
)

// span is which part of a list is asked for.
func (a asked) span() (from, most int, err error) {
	read := func(name string, otherwise int) int {
		text := a.query.Get(name)
		if text == "" {
			return otherwise
		}
		n, wrong := strconv.Atoi(text)
		if wrong != nil {
			err = invalid(name + " must be a whole number.")
		}
		return n
	}
	from, most = max(1, read("startIndex", 1)), min(maxListed, max(0, read("count", usualListed)))
	return min(from, 1_000_000), most, err
}

// listed is a page of resources: look reads at most so many after the first skip, and how many there are of whatever it found.
func (a asked) listed(look func(skip, most int) (page []resource, total int, err error)) (web.RawReply, error) {
	from, most, err := a.span()
	if err != nil {
		return web.RawReply{}, err
	}
	page, total, err := look(from-1, most)
	if err == nil && len(page) == 0 {
		_, total, err = look(0, 1) // beyond the end, or only the number was asked for
	}
	if err != nil {
		return web.RawReply{}, err
	}
	for i := range page {
		page[i] = a.shown(page[i])
	}
	if page == nil {
		page = []resource{}
	}
	return written(200, resource{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:ListResponse"}, "totalResults": total,
		"startIndex": from, "itemsPerPage": len(page), "Resources": page})
}

// shown leaves out of a resource what was not asked for.
func (a asked) shown(r resource) resource {
	has := func(name, attribute string) bool {
		for _, one := range strings.Split(a.query.Get(name), ",") {
			one = one[strings.LastIndex(one, ":")+1:] // the schema may stand before a name
			if top, _, _ := strings.Cut(strings.TrimSpace(one), "."); strings.EqualFold(top, attribute) {
				return true
			}
		}
		return false
	}
	always := map[string]bool{"id": true, "schemas": true}
	out := resource{}
	for k, v := range r {
		if always[k] || !has("excludedAttributes", k) && (a.query.Get("attributes") == "" || has("attributes", k)) {
			out[k] = v
		}
	}
	return out
}

// one is the answer with one resource; created says where it is from now on.
func (a asked) one(status int, r resource) (web.RawReply, error) {
	reply, err := written(status, a.shown(r))
	if meta, ok := r["meta"].(resource); ok && status == http.StatusCreated {
		reply.Location, _ = meta["location"].(string)
	}
	return reply, err
}

func (d *Directories) meta(kind, id string, made, changed time.Time) resource {
	return resource{"resourceType": kind, "created": made.UTC().Format(time.RFC3339), "lastModified": changed.UTC().Format(time.RFC3339),
		"location": d.at(kind+"s", id)}
}

func (d *Directories) at(kind, id string) string {
	return d.Public.String() + base + "/" + kind + "/" + id
}
