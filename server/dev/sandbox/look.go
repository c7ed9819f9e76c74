package sandbox

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
)

//go:embed look
var look embed.FS

var pages = template.Must(template.ParseFS(look, "look/*.html"))

// view is the data of a page.
type view struct {
	Title       string
	Nonce       string
	Style       template.CSS
	Script      template.JS
	Origin      string // allowed target of this page's forms, besides this server
	Amount      string
	Reference   string
	Description string
	Expiry      string // typed before
	Name        string
	NextYear    string
	Wrong       map[string]string
	Cards       []testCard
	Saved       string // the saved card, of which only the code is asked
	Offers      bool   // to save the card
	Remember    bool   // and it is ticked
	Target      string
	Fields      map[string]string
	Message     string
	Code        string
}

func (s *Sandbox) pageView(kept record, wrong map[string]string) view {
	saved := ""
	if c, ok := s.saved(kept); ok {
		saved = c.test.brand() + " ending " + c.masked[len(c.masked)-4:] + ", expires " + c.expiry[2:] + "/" + c.expiry[:2]
	}
	return view{
		Saved: saved, Offers: kept.Fields["remember_me"] != "NO", Remember: kept.Fields["remember_me"] == "YES",
		Title:       "Pay " + aed(int64(kept.Amount)),
		Amount:      aed(int64(kept.Amount)),
		Origin:      origin(kept.Fields["return_url"]),
		Reference:   kept.Fields["merchant_reference"],
		Description: kept.Fields["order_description"],
		NextYear:    fmt.Sprintf("%02d", (s.options.Clock().Year()+2)%100),
		Wrong:       wrong,
		Cards:       testCards,
	}
}

// render shows a page that may run only its own script and style.
func (s *Sandbox) render(w http.ResponseWriter, status int, page string, v view) {
	v.Nonce = secret()
	v.Style = template.CSS(asset("style.css"))
	v.Script = template.JS(asset(page + ".js"))
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, page+".html", v); err != nil {
		http.Error(w, "page", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; img-src data:; style-src 'nonce-%[1]s'; script-src 'nonce-%[1]s'; "+
		"form-action 'self' %[2]s; frame-ancestors 'none'; base-uri 'none'", v.Nonce, v.Origin))
	w.WriteHeader(status)
	_, _ = out.WriteTo(w)
}

func (s *Sandbox) problem(w http.ResponseWriter, status int, message, code string) {
	s.render(w, status, "problem", view{Title: "This payment cannot start", Message: message, Code: code})
}

// asset is a file of this package, "" for a missing one: most pages have no script.
func asset(name string) string {
	raw, err := look.ReadFile("look/" + name)
	if err != nil {
		return ""
	}
	return string(raw)
}
