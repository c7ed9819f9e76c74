package sync

import (
	"context"
	"encoding/json"
	"errors"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
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

// Quiet is how a device is answered that has nothing to say and nothing to hear.
var Quiet = func(ctx context.Context, s *Syncs, who web.Caller, r Request) (Reply, bool, error) {
	return s.quiet(ctx, who, r)
}
