package main

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"os"
	"regexp"

	"sahn/server/dev/handset"
	"sahn/server/phone/whatsapp"
	"sahn/server/platform/clock"
	"sahn/server/platform/outbound"
)

var (
	apiVersion = regexp.MustCompile(`^v[0-9]{1,3}\.[0-9]{1,2}$`)
	numberID   = regexp.MustCompile(`^[0-9]{5,30}$`)
)

// graphPath is where the demo's WhatsApp has the Cloud API, beside the card sandbox; its phones are at phonesPath.
const (
	graphPath  = "/graph"
	phonesPath = "/whatsapp"
)

// demoHandset is the demo's WhatsApp, by the account of demoWhatsApp.
func (c config) demoHandset(log *slog.Logger) *handset.Handset {
	c = c.demoWhatsApp()
	return handset.New(handset.Options{Version: c.WhatsAppVersion, Number: c.WhatsAppNumber, Token: c.WhatsAppToken,
		AppSecret: c.WhatsAppSecret, VerifyToken: c.WhatsAppVerify, Hook: c.public.JoinPath("/whatsapp/notify"),
		HTTP: outbound.Client(true), Now: clock.System, Log: log})
}

// demoWhatsApp are the settings with the account that the demo plays.
func (c config) demoWhatsApp() config {
	c.WhatsAppURL, c.WhatsAppVersion, c.WhatsAppNumber = c.sandboxURL()+graphPath, "v25.0", "106540352242922"
	c.WhatsAppToken, c.WhatsAppSecret, c.WhatsAppVerify = "demo-token", "demo-app-secret", "demo-verify-token"
	return c
}

// whatsApp is the account with Meta's Cloud API that is set, or the demo's where the card sandbox is; nil where there is none.
func (c config) whatsApp(now clock.Clock) (*whatsapp.Client, error) {
	if c.WhatsAppNumber == "" && c.WhatsAppToken == "" && c.WhatsAppSecret == "" && c.WhatsAppVerify == "" {
		if !c.sandboxed() {
			return nil, nil
		}
		c = c.demoWhatsApp()
	}
	if !numberID.MatchString(c.WhatsAppNumber) {
		return nil, errors.New("WHATSAPP_PHONE_NUMBER_ID: it must be the id of the business phone number, which is not the number itself")
	}
	if c.WhatsAppToken == "" || c.WhatsAppSecret == "" || len(c.WhatsAppVerify) < 16 {
		return nil, errors.New("WHATSAPP_TOKEN, WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN (at least 16 characters) must be set beside " +
			"WHATSAPP_PHONE_NUMBER_ID")
	}
	if !apiVersion.MatchString(c.WhatsAppVersion) {
		return nil, errors.New("WHATSAPP_API_VERSION: it must be a version of the Graph API, like v25.0")
	}
	to, err := url.Parse(c.WhatsAppURL)
	if err != nil || to.Host == "" || to.Scheme != "https" && !(c.local() && to.Scheme == "http") {
		return nil, errors.New("WHATSAPP_API_URL: it must be the https address of the Graph API")
	}
	return &whatsapp.Client{URL: to, Version: c.WhatsAppVersion, Number: c.WhatsAppNumber, Token: c.WhatsAppToken,
		AppSecret: c.WhatsAppSecret, VerifyToken: c.WhatsAppVerify, HTTP: outbound.Client(c.local()), Now: now}, nil
}

func (c config) checkWhatsApp() error {
	_, err := c.whatsApp(nil)
	return err
}

type templates struct{}

// Run prints the message templates as Meta takes them: each element of the list is the body of one request.
func (templates) Run(*slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(whatsapp.Registrations(c.public))
}
