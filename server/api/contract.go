package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	gosync "sync"

	"github.com/swaggest/jsonschema-go"
	"github.com/swaggest/openapi-go"
	"github.com/swaggest/openapi-go/openapi31"

	"sahn/server/amendment"
	"sahn/server/company"
	"sahn/server/draft"
	"sahn/server/invoice"
	"sahn/server/ledger"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/order"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
	"sahn/server/quote"
	"sahn/server/sync"
	"sahn/server/withdrawal"
)

// Failure is the body of every error. Reason is stable; the app has a sentence for each.
type Failure struct {
	Message string              `json:"message"`
	Reason  string              `json:"reason,omitempty"`
	Errors  map[string][]string `json:"errors,omitempty"`
	Detail  any                 `json:"detail,omitempty"`
}

var pathParam = regexp.MustCompile(`:([A-Za-z]+)`)

// Contract writes the OpenAPI 3.1 document of routes from the types that they read and write.
func Contract(routes []web.Route) ([]byte, error) {
	r := openapi31.NewReflector()
	r.Spec.Info.WithTitle("Sahn").WithVersion("1").WithDescription(
		"Amounts are whole fils, percentages are percent, dates are calendar dates in Dubai, instants are UTC.")
	for kind, schema := range map[any]jsonschema.Schema{
		clock.Date(0):     *(&jsonschema.Schema{}).WithType(jsonschema.String.Type()).WithFormat("date"),
		money.Fils(0):     *(&jsonschema.Schema{}).WithType(jsonschema.Integer.Type()).WithDescription("fils"),
		sync.Code(0):      *(&jsonschema.Schema{}).WithType(jsonschema.Integer.Type()).WithEnum(0, 1, 2, 3, 4),
		pos.ResultCode(0): *(&jsonschema.Schema{}).WithType(jsonschema.Integer.Type()).WithEnum(0, 4, 5),
	} {
		r.AddTypeMapping(kind, schema)
	}
	r.AddTypeMapping(sync.Result{}, []any{})
	r.AddTypeMapping(sync.Ack{}, []any{})
	r.AddTypeMapping(pos.Result{}, []any{})
	r.DefaultOptions = append(r.DefaultOptions, jsonschema.InterceptProp(require), jsonschema.InterceptNullability(onlyPointers),
		jsonschema.InterceptDefName(shortName))
	if err := addVisit(r); err != nil {
		return nil, err
	}
	addShared(r.Spec)
	if err := addWebhooks(r.Spec); err != nil {
		return nil, err
	}
	for _, route := range routes {
		if err := route.Declared(); err != nil {
			return nil, err
		}
		if route.Endpoint.Done == nil { // the routes of the card provider are not part of our contract
			continue
		}
		if err := add(r, route); err != nil {
			return nil, fmt.Errorf("contract of %s %s: %w", route.Method, route.Path, err)
		}
	}
	return json.MarshalIndent(r.Spec, "", "  ")
}

// own is the contract of this server's routes, which does not depend on its configuration.
var own = gosync.OnceValues(func() ([]byte, error) { return Contract(Parts{}.Routes()) })

// ownDocument and ownPage are that contract as JSON and as a page, made and packed when somebody asks first: to pack them for each request
// would take a processor from everybody else.
var (
	ownDocument = gosync.OnceValues(func() (*web.Packed, error) { return packed(itself) })
	ownPage     = gosync.OnceValues(func() (*web.Packed, error) { return packed(docsPage) })
)

func itself(contract []byte) ([]byte, error) { return contract, nil }

func packed(made func(contract []byte) ([]byte, error)) (*web.Packed, error) {
	contract, err := own()
	if err != nil {
		return nil, err
	}
	content, err := made(contract)
	if err != nil {
		return nil, err
	}
	return web.Pack(content, web.Quick)
}

// addVisit describes GET /sanctum/csrf-cookie, the one call that is not in the route table: its answer is cookies.
func addVisit(r *openapi31.Reflector) error {
	op, err := r.NewOperationContext("GET", "/sanctum/csrf-cookie")
	if err != nil {
		return err
	}
	op.SetDescription("Who may: anyone. Sets the cookie XSRF-TOKEN, whose value the header X-XSRF-TOKEN repeats on everything but reads.")
	op.SetID("getCsrfCookie")
	op.SetSummary("Sets the cookies of a visitor")
	op.SetTags(tags["api"])
	op.AddRespStructure(nil, openapi.WithHTTPStatus(204))
	if err := r.AddOperation(op); err != nil {
		return err
	}
	r.Spec.Paths.MapOfPathItemValues["/sanctum/csrf-cookie"].Get.Security = []map[string][]string{{}}
	return nil
}

func add(r *openapi31.Reflector, route web.Route) error {
	op, err := r.NewOperationContext(route.Method, pathParam.ReplaceAllString(route.Path, "{$1}"))
	if err != nil {
		return err
	}
	op.SetDescription("Who may: " + route.Who.String() + ".")
	if route.Endpoint.Request.NumField() > 0 {
		op.AddReqStructure(reflect.New(route.Endpoint.Request).Interface())
	}
	switch {
	case route.Endpoint.Done == reflect.TypeFor[web.None]():
		op.AddRespStructure(nil, openapi.WithHTTPStatus(route.Endpoint.Status))
	case route.Endpoint.Done == reflect.TypeFor[web.File]():
		op.AddRespStructure(nil, openapi.WithHTTPStatus(route.Endpoint.Status), openapi.WithContentType("*/*"), func(cu *openapi.ContentUnit) {
			cu.Format, cu.Description = "binary", "A file to save."
		})
	default:
		op.AddRespStructure(reflect.New(route.Endpoint.Done).Interface(), openapi.WithHTTPStatus(route.Endpoint.Status))
	}
	op.AddRespStructure(new(Failure), func(cu *openapi.ContentUnit) { cu.IsDefault = true })
	if err := r.AddOperation(op); err != nil {
		return err
	}
	item := r.Spec.Paths.MapOfPathItemValues[pathParam.ReplaceAllString(route.Path, "{$1}")]
	added := map[string]*openapi31.Operation{"GET": item.Get, "PUT": item.Put, "POST": item.Post, "DELETE": item.Delete}[route.Method]
	return describe(added, route)
}

// require makes a field required unless it may be left out.
func require(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	tag := p.Field.Tag.Get("json")
	if tag == "" || strings.Contains(tag, ",omit") || slices.Contains(p.ParentSchema.Required, p.Name) {
		return nil
	}
	p.ParentSchema.Required = append(p.ParentSchema.Required, p.Name)
	return nil
}

// onlyPointers makes only pointers nullable: an empty list is written as [].
func onlyPointers(p jsonschema.InterceptNullabilityParams) {
	if p.Type.Kind() != reflect.Pointer && p.NullAdded {
		p.Schema.RemoveType(jsonschema.Null)
	}
}

// shortName is the name that the app uses: the type's own, with its package in front where two packages use one word.
func shortName(t reflect.Type, name string) string {
	if own, ok := names[t]; ok {
		return own
	}
	return name
}

var names = map[reflect.Type]string{
	reflect.TypeFor[Failure]():              "Failure",
	reflect.TypeFor[Config]():               "Config",
	reflect.TypeFor[clock.Date]():           "Date",
	reflect.TypeFor[person.Profile]():       "Profile",
	reflect.TypeFor[company.Address]():      "Address",
	reflect.TypeFor[menu.Meal]():            "Meal",
	reflect.TypeFor[menu.Cuisine]():         "Cuisine",
	reflect.TypeFor[published.Menu]():       "MenuWeek",
	reflect.TypeFor[published.Offers]():     "MenuIndex",
	reflect.TypeFor[published.Offer]():      "WeekOffer",
	reflect.TypeFor[ledger.Entry]():         "WalletEntry",
	reflect.TypeFor[attempt.Form]():         "PaymentForm",
	reflect.TypeFor[draft.Day]():            "DraftDay",
	reflect.TypeFor[quote.Quote]():          "Quote",
	reflect.TypeFor[quote.Live]():           "Live",
	reflect.TypeFor[quote.Item]():           "DraftItem",
	reflect.TypeFor[quote.Issue]():          "Issue",
	reflect.TypeFor[order.Order]():          "Order",
	reflect.TypeFor[order.Profile]():        "OrderProfile",
	reflect.TypeFor[order.Delivery]():       "Delivery",
	reflect.TypeFor[order.Handoff]():        "Handoff",
	reflect.TypeFor[order.HandoffRequest](): "HandoffRequest",
	reflect.TypeFor[order.Quoted]():         "Quoted",
	reflect.TypeFor[order.IntentState]():    "Intent",

	reflect.TypeFor[invoice.List]():      "Invoices",
	reflect.TypeFor[invoice.Listed]():    "InvoiceListed",
	reflect.TypeFor[invoice.Details]():   "InvoiceDetails",
	reflect.TypeFor[invoice.Lines]():     "InvoiceLines",
	reflect.TypeFor[invoice.Line]():      "InvoiceLine",
	reflect.TypeFor[invoice.Day]():       "InvoiceDay",
	reflect.TypeFor[invoice.Statement](): "InvoiceStatement",
	reflect.TypeFor[invoice.Payable]():   "InvoicePayable",

	reflect.TypeFor[invoice.EaterDocument](): "TaxDocument",

	reflect.TypeFor[quote.Line]():                  "QuoteLine",
	reflect.TypeFor[quote.AmendmentQuote]():        "AmendmentQuote",
	reflect.TypeFor[quote.AmendedDay]():            "AmendedDay",
	reflect.TypeFor[quote.AmendDay]():              "AmendDay",
	reflect.TypeFor[quote.DayState]():              "DayState",
	reflect.TypeFor[quote.Sums]():                  "Sums",
	reflect.TypeFor[amendment.AmendQuoteRequest](): "AmendmentQuoteRequest",
	reflect.TypeFor[amendment.AmendRequest]():      "AmendmentRequest",
	reflect.TypeFor[withdrawal.Affected]():         "OrderAffected",
	reflect.TypeFor[amendment.Amended]():           "AmendmentSaved",
	reflect.TypeFor[order.Amendment]():             "Amendment",
	reflect.TypeFor[order.Diary]():                 "Diary",
	reflect.TypeFor[order.DiaryEntry]():            "DiaryEntry",
}
