package payment

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
)

// A card's token can take money together with the merchant's phrases. At rest it is encrypted with a key of its own, bound to the profile
// that it belongs to, so that a copy of the database alone cannot pay anything.

var errSeal = errors.New("payment: a token cannot be opened")

func sealer(secret []byte) (cipher.AEAD, error) {
	if len(secret) == 0 {
		return nil, errSeal
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "card tokens", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func seal(secret []byte, profile, token string) ([]byte, error) {
	box, err := sealer(secret)
	if err != nil {
		return nil, err
	}
	return box.Seal(nil, nil, []byte(token), []byte(profile)), nil
}

func unseal(secret []byte, profile string, sealed []byte) (string, error) {
	box, err := sealer(secret)
	if err != nil {
		return "", err
	}
	token, err := box.Open(nil, nil, sealed, []byte(profile))
	if err != nil {
		return "", errSeal
	}
	return string(token), nil
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
