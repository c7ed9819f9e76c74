package whatsapp

import (
	"net/url"

	"sahn/server/phone/carrier"
)

// Registration is a template in one language, as POST /{WhatsApp Business account}/message_templates takes it.
type Registration struct {
	Name       string `json:"name"`
	Language   string `json:"language"`
	Category   string `json:"category"`
	Components []Part `json:"components"`
}

// Part is a component of a template.
type Part struct {
	Type     string   `json:"type"`
	Text     string   `json:"text,omitempty"`
	Example  *Example `json:"example,omitempty"`
	Security bool     `json:"add_security_recommendation,omitempty"`
	Minutes  int      `json:"code_expiration_minutes,omitempty"`
	Buttons  []Button `json:"buttons,omitempty"`
}

// Example are values by which Meta judges a text.
type Example struct {
	Body [][]string `json:"body_text"`
}

// Button opens a page of the app, or copies a code.
type Button struct {
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
	URL  string `json:"url,omitempty"`
	OTP  string `json:"otp_type,omitempty"`
}

// Registrations are all templates in both languages, with links to an installation's app.
func Registrations(public *url.URL) (all []Registration) {
	for _, form := range carrier.Templates {
		for _, language := range []string{"en", "ar"} {
			r := Registration{Name: form.Name, Language: language, Category: form.Category}
			if form.Category == carrier.Code {
				r.Components = []Part{{Type: "BODY", Security: true}, {Type: "FOOTER", Minutes: carrier.CodeMinutes},
					{Type: "BUTTONS", Buttons: []Button{{Type: "OTP", OTP: "COPY_CODE"}}}}
				all = append(all, r)
				continue
			}
			text, values := form.In(language), (*Example)(nil)
			if form.Values() > 0 {
				values = &Example{[][]string{form.Example[language]}}
			}
			r.Components = []Part{{Type: "BODY", Text: text.Body, Example: values}, {Type: "FOOTER", Text: text.Footer},
				{Type: "BUTTONS", Buttons: []Button{{Type: "URL", Text: text.Button, URL: public.JoinPath(form.Path).String()}}}}
			all = append(all, r)
		}
	}
	return all
}
