package backup

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"filippo.io/age"
)

// ErrSealed refuses to read an encrypted copy without a key.
var ErrSealed = errors.New("the copy is encrypted: give --identity with the file that holds the key")

const sealedBegins = "age-encryption.org/"

// Seal encrypts what is written, in the format of age (age-encryption.org), for the public keys of everyone who may read it. Only Close
// completes the file.
func Seal(to io.Writer, recipients ...string) (io.WriteCloser, error) {
	all := make([]age.Recipient, len(recipients))
	for i, typed := range recipients {
		recipient, err := age.ParseX25519Recipient(typed)
		if err != nil {
			return nil, fmt.Errorf("%q is not a public key like age1…: %w", typed, err)
		}
		all[i] = recipient
	}
	return age.Encrypt(to, all...)
}

// Sealed reports whether a file is encrypted.
func Sealed(name string) (bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	begins, err := bufio.NewReader(file).Peek(len(sealedBegins))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	return bytes.Equal(begins, []byte(sealedBegins)), nil
}

// Open reads a copy, which identity, the name of a file with private keys, decrypts where it is encrypted.
func Open(name, identity string) (io.ReadCloser, error) {
	sealed, err := Sealed(name)
	if err != nil {
		return nil, err
	}
	if sealed && identity == "" {
		return nil, ErrSealed
	}
	file, err := os.Open(name)
	if err != nil || !sealed {
		return file, err
	}
	keys, err := os.ReadFile(identity)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	identities, err := age.ParseIdentities(bytes.NewReader(keys))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s holds no key: %w", identity, err), file.Close())
	}
	plain, err := age.Decrypt(file, identities...)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the key does not open this copy: %w", err), file.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{plain, file}, nil
}
