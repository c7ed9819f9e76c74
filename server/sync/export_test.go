package sync

import (
	"encoding/json"
	"errors"

	"sahn/server/platform/db"
)

// Kinds that no app says, for a test to break the server with.
func init() {
	kinds["test.panic/1"] = func(*round, json.RawMessage) (effect, error) { panic("this operation breaks the server") }
	kinds["test.error/1"] = func(*round, json.RawMessage) (effect, error) {
		return effect{}, errors.New("this operation fails for a reason that nobody knows")
	}
	kinds["test.away/1"] = func(*round, json.RawMessage) (effect, error) { return effect{}, db.ErrUnavailable }
	kinds["test.half/1"] = func(w *round, a json.RawMessage) (effect, error) {
		if e, err := setDay(w, a); err != nil {
			return e, err
		}
		return effect{}, errUnknownKind
	}
}
