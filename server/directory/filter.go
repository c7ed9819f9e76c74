package directory

import (
	"context"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	filter "github.com/scim2/filter-parser/v2"

	"sahn/server/platform/web"
)

// workEmail is how Entra names the address in a filter, beside the grammar.
var workEmail = regexp.MustCompile(`(?i)emails\[type eq "work"\]\.value`)

// maxSifted is how many resources a filter may be asked of that no index answers; ofSifting how often a directory may ask one.
const maxSifted = 10_000

var (
	ofSifting   = web.Rate{N: 60, Per: time.Minute}
	errTooMany  = &refusal{status: 400, kind: "tooMany", detail: "There are too many to look through. Ask with eq."}
	errCompared = &refusal{status: 400, kind: "invalidFilter", detail: "These values cannot be compared so."}
)

// parsed is a filter as it is read; nil where there is none.
func parsed(text string) (filter.Expression, error) {
	if text == "" {
		return nil, nil
	}
	e, err := filter.ParseFilter([]byte(workEmail.ReplaceAllString(text, "emails.value")))
	if err != nil {
		return nil, errFilter
	}
	return e, nil
}

// conditions are what a filter asks for, by attribute, when it is nothing but eq of known ones, joined by and: the database answers that at
// once. All others are looked through by holds.
func conditions(e filter.Expression, known ...string) (all map[string]string, ok bool) {
	all = map[string]string{}
	if e == nil {
		return all, true
	}
	var collect func(e filter.Expression) bool
	collect = func(e filter.Expression) bool {
		switch e := e.(type) {
		case *filter.LogicalExpression:
			return e.Operator == filter.AND && collect(e.Left) && collect(e.Right)
		case *filter.AttributeExpression:
			name, sub := e.AttributePath.AttributeName, e.AttributePath.SubAttributeName()
			value, text := e.CompareValue.(string)
			if !text || e.Operator != filter.EQ || value == "" || sub != "" && !strings.EqualFold(sub, "value") {
				return false
			}
			for _, k := range known {
				if strings.EqualFold(k, name) {
					_, twice := all[k]
					all[k] = value
					return !twice
				}
			}
		}
		return false
	}
	return all, collect(e)
}

// sifted is a page of those resources of which a filter is true. read is all of them, up to one more than may be looked through.
func (d *Directories) sifted(ctx context.Context, a asked, e filter.Expression,
	read func(most int) ([]resource, error)) (web.RawReply, error) {
	if _, wait := d.Limiter.Take(ctx, "scim:sift:"+a.as.company, ofSifting); wait > 0 {
		return web.RawReply{}, web.ErrTooMany.After(wait)
	}
	all, err := read(maxSifted + 1)
	if err != nil {
		return web.RawReply{}, err
	}
	if len(all) > maxSifted {
		return web.RawReply{}, errTooMany
	}
	found := []resource{}
	for _, r := range all {
		is, err := holds(e, r)
		if err != nil {
			return web.RawReply{}, err
		}
		if is {
			found = append(found, r)
		}
	}
	if _, err := holds(e, resource{}); err != nil { // also of nobody
		return web.RawReply{}, err
	}
	return a.listed(func(skip, most int) ([]resource, int, error) {
		from := min(skip, len(found))
		return found[from:min(from+most, len(found))], len(found), nil
	})
}

// holds reports whether a filter is true of a resource, or of an element of one, as section 3.4.2.2 of RFC 7644 says. What is not kept
// is not there.
func holds(e filter.Expression, of resource) (bool, error) {
	switch e := e.(type) {
	case nil:
		return true, nil
	case *filter.LogicalExpression:
		left, err := holds(e.Left, of)
		if err != nil {
			return false, err
		}
		right, err := holds(e.Right, of)
		return e.Operator == filter.AND && left && right || e.Operator == filter.OR && (left || right), err
	case *filter.NotExpression:
		is, err := holds(e.Expression, of)
		return !is, err
	case *filter.ValuePath:
		values := valuesOf(of, e.AttributePath.AttributeName)
		if len(values) == 0 {
			values = append(values, nil)
		}
		hit := false
		for _, v := range values {
			one, _ := v.(resource)
			is, err := holds(e.ValueFilter, one)
			if err != nil {
				return false, err
			}
			hit = hit || is && one != nil
		}
		return hit, nil
	case *filter.AttributeExpression:
		return compared(e, of)
	}
	return false, errFilter
}

// valuesOf are those of an attribute, whatever the case of its name; none where it is not there.
func valuesOf(of resource, name string) []any {
	for k, v := range of {
		if !strings.EqualFold(k, name) {
			continue
		}
		switch v := v.(type) {
		case nil:
			return nil
		case []any:
			return v
		case []string:
			return boxed(v)
		case []resource:
			return boxed(v)
		default:
			return []any{v}
		}
	}
	return nil
}

func boxed[T any](list []T) (all []any) {
	for _, v := range list {
		all = append(all, v)
	}
	return all
}

// compared is one comparison: true when it is of one of the attribute's values.
func compared(e *filter.AttributeExpression, of resource) (bool, error) {
	path := e.AttributePath
	var values []any
	if uri := strings.ToLower(path.URI()); uri == "" || strings.Contains(uri, ":core:") {
		for _, v := range valuesOf(of, path.AttributeName) {
			object, is := v.(resource)
			sub := path.SubAttributeName()
			switch {
			case is && sub == "":
				if e.Operator == filter.PR && len(object) > 0 {
					values = append(values, true)
				}
				values = append(values, valuesOf(object, "value")...)
			case is:
				values = append(values, valuesOf(object, sub)...)
			case sub == "":
				values = append(values, v)
			}
		}
	}
	values = slices.DeleteFunc(values, func(v any) bool { return v == nil || v == "" })
	if e.Operator == filter.PR {
		return len(values) > 0, nil
	}
	want := e.CompareValue
	if want == nil {
		switch e.Operator {
		case filter.EQ:
			return len(values) == 0, nil
		case filter.NE:
			return len(values) > 0, nil
		}
		return false, errCompared
	}
	if _, text := want.(string); !text && e.Operator != filter.EQ && e.Operator != filter.NE {
		return false, errCompared // of booleans and numbers nothing is kept that has an order
	}
	exact := strings.EqualFold(path.AttributeName, "id") || strings.EqualFold(path.AttributeName, "externalId")
	hit := slices.ContainsFunc(values, func(v any) bool { return stands(e.Operator, v, want, exact) })
	return hit != (e.Operator == filter.NE), nil
}

// stands compares one value: instants as such, other texts without regard to case unless it counts. Of ne it says what eq would.
func stands(op filter.CompareOperator, v, want any, exact bool) bool {
	text, is := want.(string)
	if !is {
		return reflect.DeepEqual(v, want)
	}
	value, is := v.(string)
	if !is {
		return false
	}
	if !exact {
		value, text = strings.ToLower(value), strings.ToLower(text)
	}
	order := strings.Compare(value, text)
	at, wrong := time.Parse(time.RFC3339, strings.ToUpper(value))
	if other, err := time.Parse(time.RFC3339, strings.ToUpper(text)); err == nil && wrong == nil {
		order = at.Compare(other)
	}
	switch op {
	case filter.EQ, filter.NE:
		return order == 0
	case filter.CO:
		return strings.Contains(value, text)
	case filter.SW:
		return strings.HasPrefix(value, text)
	case filter.EW:
		return strings.HasSuffix(value, text)
	case filter.GT:
		return order > 0
	case filter.GE:
		return order >= 0
	case filter.LT:
		return order < 0
	case filter.LE:
		return order <= 0
	}
	return false
}
