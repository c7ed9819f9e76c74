package payment

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"

	"sahn/server/platform/db"
	"sahn/server/platform/keys"
)

// A card's token can take money together with the merchant's phrases. At rest it is encrypted with a key of its own, bound to the profile
// that it belongs to, so that a copy of the database alone cannot pay anything.
const sealedTokens = "card tokens"

// marks are keyed hashes of a token by every secret, the first one's first. They find the same token again without decrypting any.
func marks(secrets keys.Keys, profile, token string) [][]byte {
	all := make([][]byte, len(secrets))
	for i, secret := range secrets {
		key, err := hkdf.Key(sha256.New, secret, nil, "card marks", 32)
		if err != nil {
			panic(err) // cannot happen: the length is valid
		}
		all[i] = keys.MAC(key, []byte(profile+"|"+token))
	}
	return all
}

// Reseal seals the tokens of saved cards anew with the first secret, so that the others can be removed. It may run while servers serve: a
// card that changes meanwhile is left as it is. It is for whoever operates the server.
func Reseal(ctx context.Context, q *db.Queries, secrets keys.Keys) (done keys.Resealed, err error) {
	cards, err := q.CardsSealed(ctx)
	if err != nil {
		return done, err
	}
	done.All = len(cards)
	var ids []string
	var olds, anew, mark [][]byte
	for _, card := range cards {
		token, fresh, err := secrets.Again(sealedTokens, card.ProfileID, card.Token)
		switch {
		case errors.Is(err, keys.ErrClosed):
			done.Closed++
		case err != nil:
			return done, err
		case fresh != nil:
			ids, olds, anew = append(ids, card.ID), append(olds, card.Token), append(anew, fresh)
			mark = append(mark, marks(secrets[:1], card.ProfileID, token)[0])
		}
	}
	n, err := q.CardsReseal(ctx, ids, olds, anew, mark)
	done.Anew = int(n)
	return done, err
}
