package sync

import (
	"context"
	"encoding/json"
	"errors"

	"sahn/server/db"
)

// Kinds that no app says, for a test to break the server with.
func init() {
	kinds["test.panic/1"] = func(context.Context, *round, *db.Queries, json.RawMessage) (Code, json.RawMessage, error) {
		panic("this operation breaks the server")
	}
	kinds["test.error/1"] = func(ctx context.Context, _ *round, q *db.Queries, _ json.RawMessage) (Code, json.RawMessage, error) {
		return 0, nil, errors.New("this operation fails for a reason that nobody knows")
	}
	kinds["test.away/1"] = func(context.Context, *round, *db.Queries, json.RawMessage) (Code, json.RawMessage, error) {
		return 0, nil, db.ErrUnavailable
	}
	kinds["test.half/1"] = func(ctx context.Context, w *round, q *db.Queries, a json.RawMessage) (Code, json.RawMessage, error) {
		if code, detail, err := setDay(ctx, w, q, a); err != nil {
			return code, detail, err
		}
		return 0, nil, errUnknownKind
	}
}
