package push

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// By which way a choice changed, as the history keeps it; "before" is what was chosen before there was a history.
const (
	byPage    = "page"    // on the profile's page
	byRenewal = "renewed" // signed in again where notifications were on
	byService = "gone"    // the browser takes none any more
)

// wording is a version of the texts that people choose by, and of the button of a notification (link), by kind. Versions are never changed:
// another text is another version, which the tests of the page demand.
type wording struct {
	Version int               `json:"version"`
	English map[string]string `json:"en"`
	Arabic  map[string]string `json:"ar"`
}

//go:embed wordings.json
var wordingsFile []byte

var wordings = func() (all []wording) {
	if err := json.Unmarshal(wordingsFile, &all); err != nil {
		panic(err)
	}
	return all
}()

// Wording is the newest version, counted from 1.
var Wording = wordings[len(wordings)-1].Version

// read is the text of a kind that somebody read; empty when nobody knows.
func read(version int, channel, kind, way, language string) string {
	if version < 1 || version > len(wordings) {
		return ""
	}
	text := wordings[version-1].English
	if language == arabic.language {
		text = wordings[version-1].Arabic
	}
	switch {
	case way == "link":
		kind = way
	case channel == "whatsapp":
		kind = channel
	}
	return text[kind]
}

// ErrWording refuses a version of the texts that there is not.
var ErrWording = fault.Field("wording", "The wording field is not known.")

// known checks the version that a page says it showed; 0 is a page that says none.
func known(version int) error {
	if version < 0 || version > Wording {
		return ErrWording
	}
	return nil
}

// HistoryRequest names the place in the history after which it goes on; empty for the newest lines.
type HistoryRequest struct {
	After string `query:"after" validate:"max=20"`
}

// Consent is one time that the caller switched a kind of message on or off. Channel is push, mail or whatsapp. Kind is one of the kinds,
// device (this browser may show notifications) or detail (a lock screen may show details). Way is page, renewed, link, gone, session,
// operator, erasure, before, reply (STOP) or unused. Wording is the version of the text and Text what it said, both missing when it is not
// known. Device is a browser that is still signed in.
type Consent struct {
	Channel string    `json:"channel"`
	Kind    string    `json:"kind"`
	Given   bool      `json:"given"`
	Way     string    `json:"way"`
	Wording int       `json:"wording,omitempty"`
	Text    string    `json:"text,omitempty"`
	Device  string    `json:"device,omitempty"`
	At      time.Time `json:"at"`
}

// HistoryPage is a page of the history, the newest first, and the place of the next one; empty after the last.
type HistoryPage struct {
	Data []Consent `json:"data"`
	Next string    `json:"next"`
}

const historyPage = 20

// HandleHistory shows when and how the caller switched notifications and reminders on or off. Eaters may, their own.
func (p *Pushes) HandleHistory(ctx context.Context, who web.Caller, r HistoryRequest) (HistoryPage, error) {
	said, before := HistoryPage{Data: []Consent{}}, int64(0)
	if r.After != "" {
		var err error
		if before, err = strconv.ParseInt(r.After, 10, 64); err != nil || before == 0 {
			return said, fault.ErrNotFound
		}
	}
	q := db.New(p.db)
	setting, err := q.PushSetting(ctx, nil, who.PersonID)
	if err != nil {
		return said, fmt.Errorf("read notifications: %w", db.NoneIs(err, web.ErrUnauthenticated))
	}
	rows, err := q.PushHistory(ctx, who.PersonID, before, historyPage+1)
	if err != nil {
		return said, fmt.Errorf("read the history of notifications: %w", err)
	}
	if len(rows) > historyPage {
		rows = rows[:historyPage]
		said.Next = strconv.FormatInt(rows[historyPage-1].N, 10)
	}
	for _, row := range rows {
		said.Data = append(said.Data, Consent{Channel: row.Channel, Kind: row.Kind, Given: row.Given, Way: row.Way, Wording: row.Wording,
			Text: read(row.Wording, row.Channel, row.Kind, row.Way, setting.Language), Device: row.Device, At: row.At.UTC()})
	}
	return said, nil
}
