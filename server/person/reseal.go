package person

import (
	"context"
	"errors"

	"sahn/server/platform/db"
	"sahn/server/platform/keys"
)

// Reseal seals the secrets of operators' apps anew with the first secret, so that the others can be removed. It may run while servers
// serve: an operator who sets up an app meanwhile is left as they are. It is for whoever operates the server.
func Reseal(ctx context.Context, q *db.Queries, secrets keys.Keys) (done keys.Resealed, err error) {
	factors, err := q.FactorsSealed(ctx)
	if err != nil {
		return done, err
	}
	done.All = len(factors)
	var all db.FactorsResealParams
	for _, held := range factors {
		secret, fresh, err := again(secrets, held.PersonID, held.Secret)
		pending, proposed, other := again(secrets, held.PersonID, held.Pending)
		err = errors.Join(err, other)
		switch {
		case errors.Is(err, keys.ErrClosed):
			done.Closed++
		case err != nil:
			return done, err
		case fresh || proposed:
			all.Ids = append(all.Ids, held.PersonID)
			all.OldSecrets, all.Secrets = append(all.OldSecrets, held.Secret), append(all.Secrets, secret)
			all.OldPendings, all.Pendings = append(all.OldPendings, held.Pending), append(all.Pendings, pending)
		}
	}
	n, err := q.FactorsReseal(ctx, all)
	done.Anew = int(n)
	return done, err
}

// again is a secret sealed by the first of the secrets; is reports whether it was not. Nothing stays nothing.
func again(secrets keys.Keys, personID string, sealed []byte) (now []byte, is bool, err error) {
	if sealed == nil {
		return nil, false, nil
	}
	_, fresh, err := secrets.Again(factorSeal, personID, sealed)
	if fresh != nil {
		return fresh, true, err
	}
	return sealed, false, err
}
