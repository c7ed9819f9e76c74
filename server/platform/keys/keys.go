// Package keys is what the secrets of an installation do. Its promise: what one of them sealed is opened by that one alone, for the use
// and the owner that it was sealed for.
package keys

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// Keys are the secrets of an installation.
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
