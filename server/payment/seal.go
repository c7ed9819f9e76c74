package payment

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"

	"sahn/server/platform/keys"
)

// A card's token can take money together with the merchant's phrases. At rest it is encrypted with a key of its own, bound to the profile
// that it belongs to, so that a copy of the database alone cannot pay anything.
const sealedTokens = "card tokens"

func seal(secret []byte, profile, token string) ([]byte, error) {
	return keys.Keys{secret}.Seal(sealedTokens, profile, token)
}

func unseal(secret []byte, profile string, sealed []byte) (string, error) {
	return keys.Keys{secret}.Open(sealedTokens, profile, sealed)
}

// mark is a keyed hash of a token, which finds the same token again without decrypting any.
func mark(secret []byte, profile, token string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, "card marks", 32)
	if err != nil {
		panic(err) // cannot happen: the length is valid
	}
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte(profile + "|" + token))
	return sum.Sum(nil)
}
