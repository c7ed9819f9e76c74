package aps

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

const deepest = 6

// parseJSON reads one JSON object into the texts that its signature was made over: numbers as they were written,
// lists as `[a, b]`, objects as `{k=v, k=v}` with their inner names in sent order. A top-level null is no field.
func parseJSON(raw []byte) (map[string]string, error) {
	if !utf8.Valid(raw) {
		return nil, fmt.Errorf("%w: not UTF-8", ErrMalformed)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("%w: not a JSON object", ErrMalformed)
	}
	fields, seen := map[string]string{}, map[string]bool{}
	for dec.More() {
		key, value, null, err := member(dec, 1)
		if err != nil || seen[key] {
			return nil, fmt.Errorf("%w: JSON", ErrMalformed)
		}
		seen[key] = true
		if !null {
			fields[key] = value
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, fmt.Errorf("%w: JSON", ErrMalformed)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something after the JSON", ErrMalformed)
	}
	return fields, nil
}

func member(dec *json.Decoder, depth int) (key, value string, null bool, err error) {
	t, err := dec.Token()
	if err != nil {
		return "", "", false, err
	}
	key, ok := t.(string)
	if !ok {
		return "", "", false, ErrMalformed
	}
	value, null, err = render(dec, depth)
	return key, value, null, err
}

func render(dec *json.Decoder, depth int) (text string, null bool, err error) {
	if depth > deepest {
		return "", false, ErrMalformed
	}
	t, err := dec.Token()
	if err != nil {
		return "", false, err
	}
	switch v := t.(type) {
	case string:
		return v, false, nil
	case json.Number:
		return v.String(), false, nil
	case bool:
		return strconv.FormatBool(v), false, nil
	case nil:
		return "null", true, nil
	case json.Delim:
		return renderMany(dec, v, depth+1)
	}
	return "", false, ErrMalformed
}

func renderMany(dec *json.Decoder, open json.Delim, depth int) (string, bool, error) {
	var parts []string
	for dec.More() {
		var part string
		var err error
		if open == '{' {
			var key, value string
			key, value, _, err = member(dec, depth)
			part = key + "=" + value
		} else {
			part, _, err = render(dec, depth)
		}
		if err != nil {
			return "", false, err
		}
		parts = append(parts, part)
	}
	if _, err := dec.Token(); err != nil {
		return "", false, err
	}
	joined := strings.Join(parts, ", ")
	if open == '{' {
		return "{" + joined + "}", false, nil
	}
	return "[" + joined + "]", false, nil
}
