package directory

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	filter "github.com/scim2/filter-parser/v2"
)

// operation is one of a PATCH. Entra writes its name with a capital, and in remove sends the values that go.
type operation struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value"`
}

// maxOperations is how many one PATCH may have.
const maxOperations = 1000

var errPath = &refusal{status: 400, kind: "invalidPath", detail: "The path of an operation cannot be read."}

// kinds are the attributes that are kept of a resource, and of what kind they are: "", "complex" or "many".
type kinds map[string]string

// patched is a resource after the operations of a PATCH. Attributes that are not kept are left alone, as directories send many.
func patched(doc resource, body []byte, of kinds) (resource, error) {
	var patch struct{ Operations []operation }
	if err := json.Unmarshal(body, &patch); err != nil || len(patch.Operations) == 0 || len(patch.Operations) > maxOperations {
		return nil, errSyntax
	}
	doc = maps.Clone(doc)
	for _, o := range patch.Operations {
		var value any
		if len(o.Value) > 0 {
			if err := json.Unmarshal(o.Value, &value); err != nil {
				return nil, errSyntax
			}
		}
		op := strings.ToLower(o.Op)
		if !slices.Contains([]string{"add", "replace", "remove"}, op) {
			return nil, &refusal{status: 400, kind: "invalidSyntax", detail: "An operation is add, replace or remove."}
		}
		if o.Path != "" {
			if err := of.set(doc, op, o.Path, value); err != nil {
				return nil, err
			}
			continue
		}
		fields, ok := value.(resource)
		if !ok || op == "remove" {
			return nil, &refusal{status: 400, kind: "noTarget", detail: "An operation without a path has an object of attributes."}
		}
		for _, path := range slices.Sorted(maps.Keys(fields)) {
			if strings.EqualFold(path, "id") || strings.EqualFold(path, "schemas") || strings.EqualFold(path, "meta") {
				continue
			}
			if err := of.set(doc, op, path, fields[path]); err != nil {
				return nil, err
			}
		}
	}
	return doc, nil
}

// set carries one operation out on what a path names.
func (of kinds) set(doc resource, op, path string, value any) error {
	parsed, err := filter.ParsePath([]byte(path))
	if err != nil {
		if strings.HasPrefix(strings.ToLower(path), "urn:") {
			return nil // an extension as a whole, of which nothing is kept
		}
		return errPath
	}
	if strings.EqualFold(parsed.AttributePath.AttributeName, "id") {
		return &refusal{status: 400, kind: "mutability", detail: "The id cannot be changed."}
	}
	if uri := strings.ToLower(parsed.AttributePath.URI()); uri != "" && !strings.Contains(uri, ":core:") {
		return nil
	}
	name, kind := "", ""
	for k, v := range of {
		if strings.EqualFold(k, parsed.AttributePath.AttributeName) {
			name, kind = k, v
		}
	}
	sub := parsed.AttributePath.SubAttributeName()
	if sub == "" {
		sub = parsed.SubAttributeName()
	}
	switch {
	case name == "":
		return nil
	case kind == "many":
		list, err := many(elements(doc[name]), change{op, parsed.ValueExpression, sub, value})
		doc[name] = list
		return err
	case kind == "complex":
		object, _ := doc[name].(resource)
		object = maps.Clone(object)
		if object == nil {
			object = resource{}
		}
		given, whole := value.(resource)
		switch {
		case sub != "" && op == "remove":
			delete(object, sub)
		case sub != "":
			object[sub] = value
		case op == "remove":
			object = resource{}
		case whole:
			maps.Copy(object, given)
		default:
			return invalid(name + " must be an object.")
		}
		doc[name] = object
	case op == "remove":
		delete(doc, name)
	default:
		doc[name] = value
	}
	return nil
}

// change is what happens to an attribute of several values: to all of them, or to those of which an expression is true.
type change struct {
	op    string
	where filter.Expression
	sub   string
	value any
}

// many carries a change out. An element that is to be changed and is not there is made, as Entra counts on.
func many(list []resource, c change) ([]resource, error) {
	if c.where == nil && c.sub == "" {
		given := elements(c.value)
		same := func(a resource) func(resource) bool {
			return func(b resource) bool { return reflect.DeepEqual(a["value"], b["value"]) }
		}
		switch {
		case c.op == "replace":
			return given, nil
		case c.op == "remove" && c.value == nil:
			return []resource{}, nil
		case c.op == "remove":
			return slices.DeleteFunc(slices.Clone(list), func(e resource) bool { return slices.ContainsFunc(given, same(e)) }), nil
		}
		list = slices.DeleteFunc(slices.Clone(list), func(e resource) bool { return slices.ContainsFunc(given, same(e)) })
		return append(list, given...), nil
	}
	var kept []resource
	hit := false
	for _, e := range list {
		is, err := holds(c.where, e)
		if err != nil {
			return nil, err
		}
		if !is {
			kept = append(kept, e)
			continue
		}
		hit = true
		if c.op == "remove" && (c.sub == "" || c.sub == "value") {
			continue
		}
		kept = append(kept, c.on(e))
	}
	if hit || c.op == "remove" {
		return kept, nil
	}
	fresh := resource{}
	if !made(c.where, fresh) {
		return nil, &refusal{status: 400, kind: "noTarget", detail: "There is no value of which the condition of the path is true."}
	}
	return append(kept, c.on(fresh)), nil
}

func (c change) on(e resource) resource {
	e = maps.Clone(e)
	given, whole := c.value.(resource)
	switch {
	case c.sub != "" && c.op == "remove":
		delete(e, c.sub)
	case c.sub != "":
		e[c.sub] = c.value
	case whole:
		maps.Copy(e, given)
	default:
		e["value"] = c.value
	}
	return e
}

// made writes into an element what an expression compares, so that it is true of it. Only eq joined by and says what that would be.
func made(where filter.Expression, e resource) bool {
	switch where := where.(type) {
	case nil:
		return true
	case *filter.LogicalExpression:
		return where.Operator == filter.AND && made(where.Left, e) && made(where.Right, e)
	case *filter.AttributeExpression:
		e[where.AttributePath.AttributeName] = where.CompareValue
		return where.Operator == filter.EQ
	}
	return false
}

// elements are the values of an attribute of several: one is a list of one, and a plain value is an object with it.
func elements(v any) (list []resource) {
	switch v := v.(type) {
	case []resource:
		return v
	case []any:
		for _, e := range v {
			list = append(list, elements(e)...)
		}
	case resource:
		list = append(list, v)
	case nil:
	default:
		list = append(list, resource{"value": v})
	}
	return list
}
