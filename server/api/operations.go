package api

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/swaggest/openapi-go/openapi31"

	"sahn/server/platform/web"
)

// tags name the parts of the API, by the package of the handler. A package without one fails the contract.
var tags = map[string]string{
	"person": "People and sign-in", "company": "Companies", "member": "Members", "menu/published": "Menu", "order": "Orders",
	"amendment": "Orders", "withdrawal": "Orders", "sync": "Devices", "wallet": "Wallet and cards", "payment": "Wallet and cards",
	"invoice": "Invoices", "report": "Reports", "pos": "Counters", "calendar": "Orders", "push": "People and sign-in",
	"phone":  "People and sign-in",
	"mydata": "People and sign-in",
	"signon": "People and sign-in", "apikey": "Integrations", "webhook": "Integrations", "directory": "Companies",
	"trail":    "Operators",
	"operator": "Operators", "accounting": "Operators", "kitchen": "Kitchen", "planner": "Menu planning", "api": "Service",
}

// The security schemes: a session is a cookie; what changes something repeats the token of its session in a header; tills sign,
// and so does the server to webhooks.
var schemes = []struct {
	name, in, key, about string
}{
	{"session", "cookie", "sahn_session", "Set by signing in; a visitor's is set by GET /sanctum/csrf-cookie."},
	{"xsrf", "header", "X-XSRF-TOKEN", "The value of the cookie XSRF-TOKEN, on everything but reads."},
	{"till", "header", "X-Till", "The id of a paired till."},
	{"tillTime", "header", "X-Till-Time", "The time of the request in ms, within five minutes of the server's."},
	{"tillSignature", "header", "X-Till-Signature",
		"ECDSA of P-256 over method, path, time and SHA-256 of the body in base64url, by lines, with the till's key; r and s in base64url."},
	{"webhookSignature", "header", "webhook-signature",
		"What is sent to webhooks: v1 and HMAC-SHA256, with the webhook's secret, over its id, time and body, as Standard Webhooks says."},
}

// refusal is an error that a route may answer with: its name in the contract, and an example of its body.
type refusal struct {
	name, about string
	example     Failure
}

var refusals = map[int]refusal{
	401: {"Unauthenticated", "Nobody is signed in, or somebody else than X-Profile names; a till is told why.",
		Failure{Message: "Unauthenticated."}},
	403: {"Forbidden", "Understood, and not for this caller.",
		Failure{Message: "This action is unauthorized.", Reason: "forbidden"}},
	404: {"NotFound", "It does not exist or is somebody else's, which is answered alike.",
		Failure{Message: "Not found.", Reason: "not_found"}},
	409: {"Conflict", "The state has changed, or does not allow it; the detail says what is left.",
		Failure{Message: "There is still money in your wallet.", Reason: "wallet_not_empty", Detail: map[string]any{"balance": 6000}}},
	412: {"Changed", "What If-Match names is not how it is now; nothing was done.",
		Failure{Message: "Somebody changed this meanwhile. Please look again.", Reason: "changed_meanwhile"}},
	413: {"TooLarge", "The body is larger than the route takes.", Failure{Message: "The request is too large."}},
	419: {"TokenMismatch", "X-XSRF-TOKEN is not the session's: fetch a new one and repeat.", Failure{Message: "CSRF token mismatch."}},
	422: {"Invalid", "A field is not valid.", Failure{Message: "The email field must be a valid email address.", Reason: "invalid",
		Errors: map[string][]string{"email": {"The email field must be a valid email address."}}}},
	423: {"Locked", "The operator's session was left alone and waits for their PIN: POST /api/kitchen/unlock.",
		Failure{Message: "Enter your PIN to go on.", Reason: "session_locked"}},
	426: {"Outdated", "The app must be updated; what it has not sent is kept.",
		Failure{Message: "Please update the app.", Reason: "outdated"}},
	429: {"TooMany", "Too often; Retry-After says when to come back.", Failure{Message: "Too Many Attempts."}},
	500: {"ServerError", "Unexpected; the log has it under X-Request-Id.", Failure{Message: "Server Error"}},
	503: {"Unavailable", "Nothing was done; Retry-After says when to come back.",
		Failure{Message: "We cannot do that right now. Please try again in a moment.", Reason: "unavailable"}},
}

// may are the errors that a route may answer with. 403 and 409 are also said by what a handler finds.
func may(r web.Route) []int {
	all := []int{403, 404, 409, 422, 429, 500, 503}
	if r.Who != web.Anyone {
		all = append(all, 401)
		if r.Who == web.SignedIn || web.Operators[r.Who] {
			all = append(all, 423)
		}
	} else if strings.Contains(r.Path, "login") || strings.Contains(r.Path, "verify") || r.Path == "/api/pos/pair" {
		all = append(all, 401) // wrong credentials
	}
	if r.Method != http.MethodGet {
		all = append(all, 413, 419)
	}
	if r.Conditional() {
		all = append(all, 412)
	}
	if r.Path == "/api/sync" || r.Who == web.Till {
		all = append(all, 426)
	}
	return all
}

// once is the header with which a program names a write.
var once = func() openapi31.ParameterOrReference {
	p := openapi31.Parameter{Name: "Idempotency-Key", In: openapi31.ParameterInHeader,
		Schema: map[string]any{"type": "string", "maxLength": 255}}
	p.WithDescription("A name that a program gives the write: sent again within a day it is done once.")
	return openapi31.ParameterOrReference{Parameter: &p}
}()

var word = regexp.MustCompile(`[A-Za-z0-9]+`)

// operationID names an operation after its method and path, which never change: GET /api/members/waiting is getMembersWaiting.
func operationID(method, path string) string {
	id := strings.ToLower(method)
	for _, part := range strings.Split(strings.TrimPrefix(path, "/api"), "/") {
		if strings.HasPrefix(part, ":") {
			id += "By"
		}
		for _, w := range word.FindAllString(part, -1) {
			id += strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return id
}

func security(r web.Route) []map[string][]string {
	wants := map[string][]string{}
	switch {
	case r.Who == web.Till:
		wants = map[string][]string{"till": {}, "tillTime": {}, "tillSignature": {}}
	case r.Method != http.MethodGet:
		wants["session"], wants["xsrf"] = []string{}, []string{}
	case r.Who != web.Anyone:
		wants["session"] = []string{}
	}
	if r.Scope != "" {
		return []map[string][]string{wants, {"key": {}}}
	}
	return []map[string][]string{wants}
}

// describe adds to an operation what the route table knows of it: name, summary, tag, security, errors and examples.
func describe(op *openapi31.Operation, r web.Route) error {
	about, ok := summaries[r.Endpoint.Name]
	tag := tags[r.Endpoint.Name[:max(0, strings.Index(r.Endpoint.Name, "."))]]
	if !ok || tag == "" {
		return fmt.Errorf("no summary or tag for the handler %q: run scripts/gen", r.Endpoint.Name)
	}
	if r.Scope != "" {
		op.WithDescription("API keys may with the scope `" + string(r.Scope) + "`.")
		if r.Method != http.MethodGet {
			op.WithParameters(append(op.Parameters, once)...)
		}
	}
	if r.Deprecated {
		op.WithDeprecated(true)
	}
	op.WithSummary(about).WithID(operationID(r.Method, r.Path)).WithTags(tag)
	op.Security = security(r)
	if op.RequestBody != nil && op.RequestBody.RequestBody != nil {
		exemplify(op.RequestBody.RequestBody.Content, r.Endpoint.Request)
	}
	if done, ok := op.Responses.MapOfResponseOrReferenceValues[strconv.Itoa(r.Endpoint.Status)]; ok && done.Response != nil {
		exemplify(done.Response.Content, r.Endpoint.Done)
		if r.Tags() {
			done.Response.WithHeadersItem("ETag", openapi31.HeaderOrReference{Header: (&openapi31.Header{}).
				WithDescription("The state shown, as If-Match of an edit takes it.").WithSchema(map[string]any{"type": "string"})})
		}
	}
	for _, status := range may(r) {
		op.Responses.WithMapOfResponseOrReferenceValuesItem(strconv.Itoa(status),
			openapi31.ResponseOrReference{Reference: &openapi31.Reference{Ref: "#/components/responses/" + refusals[status].name}})
	}
	return nil
}

// exemplify gives the JSON content of a type an example of it.
func exemplify(content map[string]openapi31.MediaType, t reflect.Type) {
	media, ok := content["application/json"]
	if !ok {
		return
	}
	example := exampleOf(t)
	media.Example = &example
	content["application/json"] = media
}

// addShared adds the security schemes and errors that operations refer to.
func addShared(spec *openapi31.Spec) {
	parts := spec.ComponentsEns()
	for _, s := range schemes {
		about := s.about
		parts.WithSecuritySchemesItem(s.name, openapi31.SecuritySchemeOrReference{SecurityScheme: &openapi31.SecurityScheme{Description: &about,
			APIKey: &openapi31.SecuritySchemeAPIKey{Name: s.key, In: openapi31.SecuritySchemeAPIKeyIn(s.in)}}})
	}
	about := "An API key of a company, sahn_…, or of the lunch company, sahn_op_…: Authorization: Bearer. It reaches the calls that " +
		"name it, and needs no cookie and no X-XSRF-TOKEN."
	parts.WithSecuritySchemesItem("key", openapi31.SecuritySchemeOrReference{SecurityScheme: &openapi31.SecurityScheme{Description: &about,
		HTTPBearer: &openapi31.SecuritySchemeHTTPBearer{}}})
	text := func(about string) map[string]any { return map[string]any{"type": "string", "description": about} }
	parts.WithSchemasItem("Problem", map[string]any{"type": "object", "required": []string{"type", "title", "status", "detail", "message"},
		"description": "An error as programs with an API key read it (RFC 9457).", "properties": map[string]any{
			"type": text("about:blank"), "title": text("The status in words."), "status": map[string]any{"type": "integer"},
			"detail": text("A sentence for people."), "message": text("The same."), "reason": text("A word for programs that stays."),
			"errors": map[string]any{"type": "object", "description": "What is wrong, by field.",
				"additionalProperties": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}},
			"state": map[string]any{"description": "What is left, as it is for this reason."}}})
	for status, r := range refusals {
		var example any = r.example
		problem := map[string]any{"type": "about:blank", "title": cmp.Or(http.StatusText(status), r.example.Message), "status": status,
			"detail": r.example.Message, "message": r.example.Message}
		for name, value := range map[string]any{"reason": r.example.Reason, "errors": r.example.Errors, "state": r.example.Detail} {
			if !reflect.ValueOf(value).IsValid() || reflect.ValueOf(value).IsZero() {
				continue
			}
			problem[name] = value
		}
		var standard any = problem
		parts.WithResponsesItem(r.name, openapi31.ResponseOrReference{Response: &openapi31.Response{Description: r.about,
			Content: map[string]openapi31.MediaType{
				"application/json":         {Schema: map[string]any{"$ref": "#/components/schemas/Failure"}, Example: &example},
				"application/problem+json": {Schema: map[string]any{"$ref": "#/components/schemas/Problem"}, Example: &standard}}}})
	}
}
