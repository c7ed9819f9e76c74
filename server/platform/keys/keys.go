// Package keys is what the secrets of an installation do. Its promise: what one of them sealed is opened by that one alone, for the use
// and the owner that it was sealed for, and what one of them signed is that one's alone.
package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
)

// Keys are the secrets of an installation. What is new is made with the first; what is checked may be of any of them, so that a secret is
// replaced without anybody noticing.
type Keys [][]byte

// ErrClosed is the answer to what none of the secrets opens.
var ErrClosed = errors.New("keys: what was sealed cannot be opened")

// Seal encrypts a text at rest, with a key of its own for each use, and bound to its owner: a copy of the database alone reveals nothing.
func (k Keys) Seal(use, owner, text string) ([]byte, error) {
	if len(k) == 0 {
		return nil, ErrClosed
	}
	box, err := sealer(k[0], use)
	if err != nil {
		return nil, err
	}
	return box.Seal(nil, nil, []byte(text), []byte(owner)), nil
}

// Open is the text that was sealed for the same use and owner.
func (k Keys) Open(use, owner string, sealed []byte) (string, error) {
	for _, secret := range k {
		box, err := sealer(secret, use)
		if err != nil {
			return "", err
		}
		if text, err := box.Open(nil, nil, sealed, []byte(owner)); err == nil {
			return string(text), nil
		}
	}
	return "", ErrClosed
}

// Resealed counts what was sealed: all of it, how much is sealed anew with the first secret, and how much no secret opens.
type Resealed struct{ All, Anew, Closed int }

// Again opens what was sealed and seals it with the first secret. fresh is nil when it is already.
func (k Keys) Again(use, owner string, sealed []byte) (text string, fresh []byte, err error) {
	for i := range k {
		if text, err = k[i:i+1].Open(use, owner, sealed); err == nil && i > 0 {
			fresh, err = k.Seal(use, owner, text)
		}
		if !errors.Is(err, ErrClosed) {
			return text, fresh, err
		}
	}
	return "", nil, ErrClosed
}

// MAC is the first secret's keyed hash (HMAC-SHA-256) of a text, for what the server hands out and does not store.
func (k Keys) MAC(text []byte) []byte { return MAC(k[0], text) }

// MACs are those of every secret, the first one's first.
func (k Keys) MACs(text []byte) [][]byte {
	all := make([][]byte, len(k))
	for i, secret := range k {
		all[i] = MAC(secret, text)
	}
	return all
}

// MAC is a keyed hash of a text by one secret.
func MAC(secret, text []byte) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write(text)
	return m.Sum(nil)
}

func sealer(secret []byte, use string) (cipher.AEAD, error) {
	if len(secret) == 0 {
		return nil, ErrClosed
	}
	key, err := hkdf.Key(sha256.New, secret, nil, use, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Signer is the key with which the first secret signs (Ed25519), one for each use.
func (k Keys) Signer(use string) (ed25519.PrivateKey, error) {
	if len(k) == 0 || len(k[0]) == 0 {
		return nil, ErrClosed
	}
	seed, err := hkdf.Key(sha256.New, k[0], nil, use, ed25519.SeedSize)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
