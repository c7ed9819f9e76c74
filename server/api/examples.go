package api

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/pos"
	"sahn/server/sync"
)

// said are values of fields by their name, or its end, as they could be.
var said = []struct{ name, value string }{
	{"email", "mariam@harbourline.example"}, {"mobile", "+971500000101"}, {"phone", "+971500000101"},
	{"company_name", "Harbour Line Trading LLC"},
	{"name", "Mariam Al Suwaidi"}, {"trn", "100123456789003"}, {"otp", "123456"}, {"scope", "people:read"}, {"password", "rice with a spoon"},
	{"message", "Done."}, {"reason", "As agreed on the telephone."}, {"url", "https://lunch.example/"}, {"line", "Tower 3, Business Bay"},
	{"label", "Head office"}, {"area", "Business Bay"}, {"from", "12:15"}, {"until", "12:45"}, {"currency", "AED"},
}

// exampleOf is a value of a type as it is written: every field is filled, lists have one entry.
func exampleOf(t reflect.Type) any {
	v := reflect.New(t).Elem()
	fill(v, "", "", 0)
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return nil
	}
	var example any
	if json.Unmarshal(raw, &example) != nil {
		return nil
	}
	if body, is := example.(map[string]any); is { // what is in the path or query is not in the body
		for _, f := range reflect.VisibleFields(t) {
			if f.Tag.Get("path")+f.Tag.Get("query") != "" && f.Tag.Get("json") == "" {
				delete(body, f.Name)
			}
		}
	}
	return example
}

func fill(v reflect.Value, name, rules string, depth int) {
	if !v.CanSet() || depth > 12 {
		return
	}
	switch v.Interface().(type) {
	case sync.Code, pos.ResultCode: // 0 says that it is done
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 11, 23, 8, 30, 0, 0, time.UTC)))
		return
	case clock.Date:
		v.Set(reflect.ValueOf(clock.NewDate(2026, time.November, 25)))
		return
	case money.Fils:
		v.Set(reflect.ValueOf(money.Fils(3360)))
		return
	case json.RawMessage:
		v.Set(reflect.ValueOf(json.RawMessage("{}")))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name, rules, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			fill(v.Field(i), key, f.Tag.Get("validate"), depth+1)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		_, each, _ := strings.Cut(rules, "dive,")
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), strings.TrimSuffix(name, "s"), each, depth+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), name, "", depth+1)
		}
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value, name, "", depth+1)
		key := reflect.New(v.Type().Key()).Elem()
		fill(key, "id", "", depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString(wordsOf(name, rules))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(numberOf(rules))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(25.2)
	}
}

// rule is the value of one of a field's rules, like 26 of len=26.
func rule(rules, name string) string {
	for one := range strings.SplitSeq(rules, ",") {
		if value, is := strings.CutPrefix(one, name+"="); is {
			return value
		}
	}
	return ""
}

func wordsOf(name, rules string) string {
	if one := rule(rules, "oneof"); one != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(one), " ")
		return first
	}
	switch {
	case rule(rules, "len") == "26" || name == "id" || name == "key" || strings.HasSuffix(name, "_id"):
		return "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F"
	case rule(rules, "len") == "15":
		return "100123456789003"
	}
	for _, one := range said {
		if name == one.name || strings.HasSuffix(name, "_"+one.name) {
			return one.value
		}
	}
	return strings.ReplaceAll(name, "_", " ")
}

func numberOf(rules string) int64 {
	if least, err := strconv.ParseInt(rule(rules, "min"), 10, 64); err == nil {
		return max(least, 1)
	}
	return 1
}
