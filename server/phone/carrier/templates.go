package carrier

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
)

// Text is a template in one language. {{1}}, {{2}} stand for its values.
type Text struct {
	Body   string `json:"body"`
	Footer string `json:"footer"`
	Button string `json:"button"`
}

// Form is a template. Its button opens Path of the app. One of the category AUTHENTICATION carries a code: carriers write its text, which
// they have in each language.
type Form struct {
	Name     string              `json:"name"`
	Category string              `json:"category"`
	Path     string              `json:"path"`
	English  Text                `json:"en"`
	Arabic   Text                `json:"ar"`
	Example  map[string][]string `json:"example"`
}

// Code is the category of templates that carry a code.
const Code = "AUTHENTICATION"

// CodeTemplate is the template by which a number is verified, and CodeMinutes how long its code is good.
const (
	CodeTemplate = "sahn_code"
	CodeMinutes  = 10
)

//go:embed templates.json
var templatesFile []byte

// Templates are all of them. What is registered with a carrier is never changed: another text is a template of another name.
var Templates = func() (all []Form) {
	if err := json.Unmarshal(templatesFile, &all); err != nil {
		panic(err)
	}
	return all
}()

// Named is a template by its name; ok is false where there is none.
func Named(name string) (f Form, ok bool) {
	i := slices.IndexFunc(Templates, func(f Form) bool { return f.Name == name })
	if i < 0 {
		return f, false
	}
	return Templates[i], true
}

// In is its text in a language.
func (f Form) In(language string) Text {
	if language == "ar" {
		return f.Arabic
	}
	return f.English
}

var value = regexp.MustCompile(`\{\{[0-9]+\}\}`)

// Values is how many values it has.
func (f Form) Values() int {
	if f.Category == Code {
		return 1
	}
	return len(value.FindAllString(f.English.Body, -1))
}
