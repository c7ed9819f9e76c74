package operator

import (
	"context"
	"maps"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"sahn/server/einvoice"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/retention"
)

// Settings are what operators set, by name: phone, whatsapp, instagram, linkedin, hello_from, hello_until, share_type, share_value,
// share_cap, share_duration, what e-invoices say of the seller (einvoice.FromSettings), and keep_ with a kind of rows for how many days
// those are kept (package retention).
// A name that is missing has the value of the server's configuration.
type Settings map[string]string

type kept struct{ at atomic.Pointer[settingsAt] }

type settingsAt struct {
	settings Settings
	rates    money.Rates
	until    time.Time
}

// settingsTrusted is how long another server may take to apply a change.
const settingsTrusted = 10 * time.Second

// Settings returns the settings, cached for ten seconds. Without the database it returns those that were
// read last; without an office there are none.
func (o *Office) Settings(ctx context.Context) Settings {
	if o == nil {
		return Settings{}
	}
	return o.kept(ctx).settings
}

func (o *Office) kept(ctx context.Context) *settingsAt {
	now, before := o.Clock(), o.settings.at.Load()
	if before != nil && now.Before(before.until) {
		return before
	}
	q := db.New(o.Conn)
	settings, err := readSettings(ctx, q)
	read := &settingsAt{settings: settings, until: now.Add(settingsTrusted)}
	if err == nil {
		read.rates, err = q.VATRates(ctx)
	}
	if err != nil {
		if before == nil {
			return &settingsAt{settings: Settings{}}
		}
		read.settings, read.rates = before.settings, before.rates
	}
	o.settings.at.Store(read)
	return read
}

func readSettings(ctx context.Context, q *db.Queries) (Settings, error) {
	rows, err := q.Settings(ctx)
	s := Settings{}
	for _, r := range rows {
		s[r.Name] = r.Value
	}
	return s, err
}

// SettingsAnswer is what operators have set, the share that a registration is offered, and the seller.
type SettingsAnswer struct {
	Data          Settings   `json:"data"`
	Share         UsualShare `json:"share"`
	Seller        Seller     `json:"seller"`
	SellerVersion int        `json:"seller_version"` // how often operators have set the seller

	EInvoice einvoice.Seller `json:"einvoice"`

	Keep map[string]int `json:"keep,omitempty"` // days for which rows of a kind are kept, of every kind
}

// answer reads who sells beside the settings.
func (o *Office) answer(ctx context.Context, s Settings) (SettingsAnswer, error) {
	seller, version, err := o.seller(ctx, db.New(o.Conn))
	keep := map[string]int{}
	for _, k := range retention.Of(s) {
		keep[k.Name] = k.Days
	}
	return SettingsAnswer{s, usualShare(s), seller, version, einvoice.FromSettings(s), keep}, err
}

// HandleSettings shows what operators have set. A manager may.
func (o *Office) HandleSettings(ctx context.Context, _ web.Caller, _ Nothing) (SettingsAnswer, error) {
	s, err := readSettings(ctx, db.New(o.Conn))
	if err != nil {
		return SettingsAnswer{}, err
	}
	return o.answer(ctx, s)
}

// SettingsRequest changes the settings that it names; an empty value hides the feature.
type SettingsRequest struct {
	Phone      *string `json:"phone,omitempty" validate:"omitempty,max=40"`
	WhatsApp   *string `json:"whatsapp,omitempty" validate:"omitempty,max=40"`
	Instagram  *string `json:"instagram,omitempty" validate:"omitempty,max=200"`
	LinkedIn   *string `json:"linkedin,omitempty" validate:"omitempty,max=200"`
	HelloFrom  *string `json:"hello_from,omitempty" validate:"omitempty,max=20"`
	HelloUntil *string `json:"hello_until,omitempty" validate:"omitempty,max=20"`

	Share    *UsualShare      `json:"share,omitempty"`
	EInvoice *einvoice.Seller `json:"einvoice,omitempty"`

	Keep map[string]int `json:"keep,omitempty" validate:"max=20"` // days for which rows of a kind are kept
}

// clean converts what was typed into the form in which it is stored.
func (r SettingsRequest) clean() (Settings, error) {
	s := Settings{}
	for _, f := range []struct {
		name  string
		typed *string
		check func(name, typed string) (string, error)
	}{
		{"phone", r.Phone, number}, {"whatsapp", r.WhatsApp, number}, {"instagram", r.Instagram, link}, {"linkedin", r.LinkedIn, link},
		{"hello_from", r.HelloFrom, moment}, {"hello_until", r.HelloUntil, moment},
	} {
		if f.typed == nil {
			continue
		}
		value, err := f.check(f.name, strings.TrimSpace(*f.typed))
		if err != nil {
			return nil, err
		}
		s[f.name] = value
	}
	if s["hello_from"] != "" && s["hello_until"] != "" && s["hello_until"] <= s["hello_from"] {
		return nil, fault.Field("hello_until", "The hello until field must be after its start.")
	}
	if r.Share != nil {
		if err := r.Share.clean(s); err != nil {
			return nil, err
		}
	}
	for kind, days := range r.Keep {
		name, value, err := retention.Setting(kind, days)
		if err != nil {
			return nil, err
		}
		s[name] = value
	}
	if r.EInvoice != nil {
		kept, err := r.EInvoice.Settings()
		if err != nil {
			return nil, err
		}
		maps.Copy(s, kept)
	}
	return s, nil
}

func number(name, typed string) (string, error) {
	if _, err := person.Mobile(typed); err != nil {
		return "", fault.Field(name, "The "+name+" field must be a number with its country code, like +971 4 000 0000.")
	}
	return typed, nil
}

func link(name, typed string) (string, error) {
	if typed == "" {
		return "", nil
	}
	if at, err := url.Parse(typed); err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil {
		return "", fault.Field(name, "The "+name+" field must be an address that begins with https://.")
	}
	return typed, nil
}

// moment parses a time in Dubai into the form in which the app compares it.
func moment(name, typed string) (string, error) {
	if typed == "" {
		return "", nil
	}
	if _, err := time.Parse(time.DateTime, typed); err != nil {
		return "", fault.Field(name, "The "+strings.ReplaceAll(name, "_", " ")+" field must be a time like 2026-11-23 08:00:00.")
	}
	return typed, nil
}

// HandleSettingsChange changes settings. A manager may.
func (o *Office) HandleSettingsChange(ctx context.Context, who web.Caller, r SettingsRequest) (SettingsAnswer, error) {
	wanted, err := r.clean()
	if err != nil {
		return SettingsAnswer{}, err
	}
	is := Settings{}
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := readSettings(ctx, tx.Queries)
		if err != nil {
			return audit.Act{}, err
		}
		before, after := Settings{}, Settings{}
		for name, value := range wanted {
			if old, set := was[name]; set && old == value {
				continue
			}
			before[name], after[name] = was[name], value
			if err := tx.SettingSet(ctx, name, value); err != nil {
				return audit.Act{}, err
			}
		}
		if is, err = readSettings(ctx, tx.Queries); err != nil || len(after) == 0 {
			return audit.Act{}, err
		}
		return audit.Act{Kind: "settings.change", Subject: "settings", Before: before, After: after}, nil
	})
	if err != nil {
		return SettingsAnswer{}, err
	}
	o.settings.at.Store(nil)
	return o.answer(ctx, is)
}
