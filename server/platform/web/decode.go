package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/go-playground/validator/v10"
	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/fault"
)

var errBody = fault.New(fault.Invalid, "invalid", "The given data was invalid.")

// embedded marks an embedded struct in a field's path: in JSON its fields are those of the struct around it.
const embedded = "~"

var check = func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		for _, tag := range []string{"json", "path", "query"} {
			if name, _, _ := strings.Cut(f.Tag.Get(tag), ","); name != "" && name != "-" {
				return name
			}
		}
		if f.Anonymous {
			return embedded
		}
		return f.Name
	})
	return v
}()

// decode reads path, query, headers and body into a struct: trailing bytes, wrong types, text that cannot be stored and, unless it is
// loose, unknown fields are refused.
func decode(c fiber.Ctx, into any, loose bool) error {
	v := reflect.ValueOf(into).Elem()
	if v.Kind() != reflect.Struct || v.NumField() == 0 {
		return nil
	}
	if m := c.Method(); m != fiber.MethodGet && m != fiber.MethodHead && hasBody(v.Type()) {
		if err := decodeJSON(c.Body(), into, loose); err != nil {
			return err
		}
	}
	// The path is decoded after the body, which could name these fields as well: the path decides what a request is about.
	for i := range v.NumField() {
		said, from := "", v.Type().Field(i).Tag
		if name := from.Get("path"); name != "" {
			said = c.Params(name)
		} else if name := from.Get("query"); name != "" {
			said = c.Query(name)
		} else if name := from.Get("header"); name != "" {
			said = c.Get(name)
		} else {
			continue
		}
		if !storable(said) {
			return errText
		}
		v.Field(i).SetString(said)
	}
	return validate(into)
}

func hasBody(t reflect.Type) bool {
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" && name != "-" {
			return true
		}
	}
	return false
}

func decodeJSON(body []byte, into any, loose bool) error {
	if !utf8.Valid(body) {
		return errBody
	}
	if _, each := into.(JudgesEach); !each && !escapesStorable(body) {
		return errText
	}
	d := json.NewDecoder(bytes.NewReader(body))
	if !loose {
		d.DisallowUnknownFields()
	}
	if err := d.Decode(into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
			return fault.Field(wrong.Field, fmt.Sprintf("The %s field must be a %s.", wrong.Field, kindName(wrong.Type)))
		}
		if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
			name = strings.Trim(name, `"`)
			return fault.Field(name, fmt.Sprintf("The %s field is not known.", name))
		}
		return errBody
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errBody
	}
	return nil
}

func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "yes or no"
	case reflect.Slice, reflect.Array:
		return "list"
	case reflect.Struct, reflect.Map:
		return "group of fields"
	}
	return "whole number"
}

func validate(v any) error {
	err := check.Struct(v)
	if err == nil {
		return nil
	}
	bad, ok := errors.AsType[validator.ValidationErrors](err)
	if !ok {
		return err
	}
	fields := map[string][]string{}
	first := ""
	for _, f := range bad {
		_, name, _ := strings.Cut(f.Namespace(), ".")
		name = strings.ReplaceAll(name, embedded+".", "")
		text := sentence(name, f)
		if first == "" {
			first = text
		}
		fields[name] = append(fields[name], text)
	}
	if n := len(bad) - 1; n == 1 {
		first += " (and 1 more error)"
	} else if n > 1 {
		first += fmt.Sprintf(" (and %d more errors)", n)
	}
	return &fault.Fault{Kind: fault.Invalid, Reason: "invalid", Message: first, Fields: fields}
}

func sentence(name string, f validator.FieldError) string {
	name = strings.ReplaceAll(name, "_", " ")
	switch f.Tag() {
	case "required":
		return fmt.Sprintf("The %s field is required.", name)
	case "email":
		return fmt.Sprintf("The %s field must be a valid email address.", name)
	case "max", "lte":
		return fmt.Sprintf("The %s field must not be greater than %s.", name, f.Param())
	case "min", "gte":
		return fmt.Sprintf("The %s field must be at least %s.", name, f.Param())
	case "len":
		return fmt.Sprintf("The %s field must be %s characters.", name, f.Param())
	}
	return fmt.Sprintf("The %s field is invalid.", name)
}

func (e *Edge) context(c fiber.Ctx) (context.Context, context.CancelFunc) {
	ctx := context.WithoutCancel(c.Context())
	if until, ok := c.Context().Deadline(); ok {
		return context.WithDeadline(ctx, until)
	}
	return context.WithTimeout(ctx, callTimeout)
}

func cutLast(list string) (rest, last string) {
	if i := strings.LastIndexByte(list, ','); i >= 0 {
		return list[:i], strings.TrimSpace(list[i+1:])
	}
	return "", strings.TrimSpace(list)
}
