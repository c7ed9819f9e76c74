package webhook

import (
	"encoding/json"
	"fmt"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/text"
)

// said is an event in the words of a channel, and the page that shows more.
type said struct{ title, text, button, page string }

// message is the body for a channel: Slack's blocks, or an adaptive card of a workflow in Teams.
func (w *Webhooks) message(r db.WebhookTurnRow) ([]byte, error) {
	s, err := say(r)
	if err != nil {
		return nil, err
	}
	link := w.Public.JoinPath("dashboard", s.page).String()
	if r.Style == slack {
		return json.Marshal(map[string]any{"text": plain(s.title + ": " + s.text), "blocks": []any{
			map[string]any{"type": "section", "text": map[string]any{"type": "mrkdwn", "text": "*" + plain(s.title) + "*\n" + plain(s.text)}},
			map[string]any{"type": "actions", "elements": []any{map[string]any{"type": "button", "url": link,
				"text": map[string]any{"type": "plain_text", "text": s.button}}}}}})
	}
	block := func(text string, more map[string]any) map[string]any {
		more["type"], more["text"], more["wrap"] = "TextBlock", text, true
		return more
	}
	return json.Marshal(map[string]any{"type": "message", "attachments": []any{map[string]any{
		"contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": nil,
		"content": map[string]any{"$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard", "version": "1.5",
			"rtl":     r.Language == "ar",
			"body":    []any{block(s.title, map[string]any{"weight": "Bolder", "size": "Medium"}), block(s.text, map[string]any{})},
			"actions": []any{map[string]any{"type": "Action.OpenUrl", "title": s.button, "url": link}}}}}})
}

// plain keeps Slack from reading signs in a text as its own: links and mentions begin with <.
func plain(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

// say puts an event into words.
func say(r db.WebhookTurnRow) (s said, err error) {
	arabic := r.Language == "ar"
	switch r.Kind {
	case unchosen:
		d, err := dataOf[UnchosenData](r)
		if err != nil {
			return s, err
		}
		day, err := clock.ParseDate(d.Date)
		return unchosenSaid(arabic, day, d), err
	case "invoice.issued", "invoice.overdue":
		d, err := dataOf[InvoiceData](r)
		if err != nil {
			return s, err
		}
		due, err := clock.ParseDate(d.DueOn)
		return invoiceSaid(arabic, r.Kind == "invoice.overdue", d, due), err
	case forecast:
		d, err := dataOf[ForecastData](r)
		if err != nil {
			return s, err
		}
		until, err := clock.ParseDate(d.Until)
		return forecastSaid(arabic, d, until), err
	case testKind:
		if arabic {
			return said{"تجربة", "تصل رسائل صحن إلى هذه القناة.", "عرض الإعدادات", "company-profile"}, nil
		}
		return said{"Test", "Messages from Sahn arrive in this channel.", "See the settings", "company-profile"}, nil
	}
	return s, fmt.Errorf("webhook: no words for %q", r.Kind)
}

func dataOf[T any](r db.WebhookTurnRow) (d T, err error) {
	err = json.Unmarshal(r.Data, &d)
	return d, err
}

func dayOf(d clock.Date) string { return d.Time().Format("Mon 2 Jan") }

// apart keeps what runs from left to right whole in an Arabic text.
func apart(text string) string { return "\u2066" + text + "\u2069" }

func unchosenSaid(arabic bool, day clock.Date, d UnchosenData) said {
	at := d.Cutoff.In(clock.Dubai)
	until := clock.DateOf(at)
	if arabic {
		people := text.ArabicPlural(d.Without, "شخص واحد لم يختر غداءه", "شخصان لم يختارا غداءهما", "# أشخاص لم يختاروا غداءهم",
			"# شخصًا لم يختاروا غداءهم", "# شخص لم يختاروا غداءهم")
		return said{"غداء " + day.Arabic(), fmt.Sprintf("%s بعد، من أصل %d. ينتهي الاختيار %s عند %s.", people, d.People, until.Arabic(),
			apart(at.Format("15:04"))), "عرض الفريق", "company-users"}
	}
	people := fmt.Sprintf("%d of %d people have", d.Without, d.People)
	if d.Without == 1 {
		people = fmt.Sprintf("1 of %d people has", d.People)
	}
	return said{"Lunch on " + dayOf(day), fmt.Sprintf("%s no lunch yet. Choosing ends %s at %s.", people, dayOf(until), at.Format("15:04")),
		"See your team", "company-users"}
}

func invoiceSaid(arabic, late bool, d InvoiceData, due clock.Date) said {
	number, amount := d.Number, money.Fils(d.Amount)
	if arabic {
		s := said{"فاتورة جديدة", fmt.Sprintf("صدرت الفاتورة %s بمبلغ %s، وتُستحق %s.", apart(number), apart(amount.String()), due.Arabic()),
			"عرض الفواتير", "company-invoices"}
		if late {
			s.title, s.text = "فاتورة متأخرة", fmt.Sprintf("كان سداد الفاتورة %s مستحقًا %s. المتبقي %s.", apart(number), due.Arabic(),
				apart(amount.String()))
		}
		return s
	}
	s := said{"New invoice", fmt.Sprintf("Invoice %s of %s was issued. It is due %s.", number, amount, dayOf(due)), "See invoices",
		"company-invoices"}
	if late {
		s.title, s.text = "Unpaid invoice", fmt.Sprintf("Invoice %s was due %s. %s is not paid.", number, dayOf(due), amount)
	}
	return s
}

func forecastSaid(arabic bool, d ForecastData, until clock.Date) said {
	spent, projected := money.Fils(d.Spent).String(), money.Fils(d.Projected).String()
	if arabic {
		s := said{"ما تدفعه شركتك", fmt.Sprintf("حتى الآن %s. وبهذا المعدل تبلغ %s بحلول %s.", apart(spent), apart(projected), until.Arabic()),
			"عرض التوقعات", "company-profile"}
		if d.Capped {
			s.text += " " + text.ArabicPlural(d.Reaching, "يبلغ شخص واحد حدّه.", "يبلغ شخصان حدّهما.", "يبلغ # أشخاص حدّهم.",
				"يبلغ # شخصًا حدّهم.", "يبلغ # شخص حدّهم.")
		}
		return s
	}
	s := said{"What your company pays", fmt.Sprintf("%s so far. At this pace it is %s by %s.", spent, projected, dayOf(until)),
		"See the forecast", "company-profile"}
	switch {
	case d.Capped && d.Reaching == 1:
		s.text += " 1 person reaches the cap."
	case d.Capped:
		s.text += fmt.Sprintf(" %d people reach the cap.", d.Reaching)
	}
	return s
}
