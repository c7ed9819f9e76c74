package mail

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	text "text/template"
	"time"
	"unicode"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// The languages of letters: letters/NAME in English, letters/ar/NAME in Arabic.
//
//go:embed letters
var letters embed.FS

// letter is one kind of letter, by its language.
type letter map[string]form

// form is a letter in one language: name.html fills in the layout, name.txt is the subject and the plain text.
type form struct {
	tongue
	name string
	rich *template.Template
	text *text.Template
}

func letterNamed(name string) letter {
	rich := func() *template.Template {
		return template.New("layout.html").Funcs(functions).Funcs(template.FuncMap{"look": look})
	}
	plain := func() *text.Template {
		return text.New(name + ".txt").Funcs(functions).Funcs(text.FuncMap{"typed": plainly})
	}
	return letter{
		"en": {tongue{"en", "ltr", "left", "right"}, name,
			template.Must(rich().ParseFS(letters, "letters/layout.html", "letters/sums.html", "letters/"+name+".html")),
			text.Must(plain().ParseFS(letters, "letters/"+name+".txt"))},
		"ar": {tongue{"ar", "rtl", "right", "left"}, name,
			template.Must(rich().Funcs(arabicFunctions(isolatedHTML)).
				ParseFS(letters, "letters/layout.html", "letters/ar/words.html", "letters/ar/sums.html", "letters/ar/"+name+".html")),
			text.Must(plain().Funcs(arabicFunctions(isolatedText)).Funcs(text.FuncMap{"typed": arabicTyped, "brief": arabicBrief}).
				ParseFS(letters, "letters/ar/"+name+".txt"))},
	}
}

// functions are what both forms of a mail may use.
var functions = map[string]any{
	"typed": typed, // the plain form isolates it as well
	"brief": func(s string) string { return cut(typed(s), 40) },
	"day":   func(d clock.Date) string { return d.Time().Format("Monday 2 January") },
	"short": func(d clock.Date) string { return d.Time().Format("Mon 2 Jan") },
	"at":    func(t time.Time) string { return t.In(clock.Dubai).Format("2 January 2006, 15:04") },
	"less":  func(f money.Fils) string { return "−" + f.String() },
}

// tongue is a language of mails, and its direction.
type tongue struct{ Lang, Dir, Start, End string }

// brand is a name in a language, where it has another one in it.
func (t tongue) brand(name string) string {
	if t.Lang == "ar" {
		return inArabic(name)
	}
	return name
}

// To is whom a letter goes to, and the language that they read: "en" or "ar", else English.
type To struct{ Address, Language string }

// write composes a mail. values are what its templates call .V.
func (s *Sender) write(l letter, id string, to To, values any) (Message, error) {
	if s.Public == nil {
		return Message{}, errors.New("mail: links lead nowhere without Public")
	}
	return l.write(s, id, to, values)
}

func (l letter) write(s *Sender, id string, to To, values any) (Message, error) {
	in, found := l[to.Language]
	if !found {
		in = l["en"]
	}
	page := struct {
		tongue
		Brand, To, Subject string
		V                  any
	}{in.tongue, in.brand(s.Brand()), to.Address, "", values}
	var subject, plain, rich bytes.Buffer
	if err := in.text.ExecuteTemplate(&subject, "subject", page); err != nil {
		return Message{}, fmt.Errorf("write %s: %w", in.name, err)
	}
	page.Subject = strings.TrimSpace(subject.String())
	if err := errors.Join(in.text.Execute(&plain, page), in.rich.Execute(&rich, page)); err != nil {
		return Message{}, fmt.Errorf("write %s: %w", in.name, err)
	}
	return Message{ID: id, To: to.Address, Subject: page.Subject, Text: strings.TrimSpace(plain.String()) + "\n", HTML: rich.String()}, nil
}

// link is an address in the app.
func (s *Sender) link(path ...string) string {
	if s.Public == nil {
		return ""
	}
	return s.Public.JoinPath(path...).String()
}

// longestTyped is the length at which a name or a dish is cut, in letters.
const longestTyped = 120

// typed is a text that a person typed, as one line of sensible length that cannot change the direction of the text around it, and in which
// no mail program finds a link.
func typed(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)), " ")
	return unlinked(cut(s, longestTyped))
}

// linking is where mail programs recognize an address: a dot (also those that browsers take for one), colon or at sign before a letter,
// number or slash.
var linking = regexp.MustCompile(`([.。．｡:@])([\pL\pN/+])`)

// unlinked puts a zero-width non-joiner into what looks like an address, the way of mail designers: it looks the same and is no link.
func unlinked(s string) string { return linking.ReplaceAllString(s, "$1\u200c$2") }

func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return s
}

// plainly is typed text inside other plain text. Right-to-left text is isolated, as <bdi> does in HTML.
func plainly(s string) string {
	s = typed(s)
	if strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana)
	}) {
		return "\u2068" + s + "\u2069"
	}
	return s
}
