package main

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"

	"sahn/server/trail"
)

type verifyAudit struct {
	File string `arg:"" type:"existingfile" help:"The export, as it was downloaded."`
	Key  string `help:"The installation's public key, or a file with what it publishes at /.well-known/sahn-audit-keys."`
}

var (
	errAltered   = errors.New("the file is not what was exported")
	errOwnersKey = errors.New("nothing proves whose key this is. Compare it with the installation's, and name that one with --key")
)

// Run verifies an export of the audit trail without a database or a network, and fails unless it is whole and signed by the key given.
func (v verifyAudit) Run() error {
	var trusted []ed25519.PublicKey
	if v.Key != "" {
		key, err := trail.ParseKey(v.Key)
		if err == nil {
			trusted = append(trusted, key)
		} else {
			data, unread := os.ReadFile(v.Key)
			if unread != nil {
				return errors.Join(err, unread)
			}
			if trusted, err = trail.ParseKeys(data); err != nil {
				return err
			}
		}
	}
	file, err := os.Open(v.File)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := trail.Verify(file, trusted)
	if err != nil {
		return err
	}
	for _, f := range r.Findings {
		fmt.Println(f)
	}
	if r.More > 0 {
		fmt.Printf("And %d more.\n", r.More)
	}
	if len(r.Findings) > 0 {
		return errAltered
	}
	fmt.Printf("%d acts of %s from %s until %s, exported at %s, are whole and in order.\nSigned with the key %s.\n", r.Rows, r.Installation,
		r.From, r.Until, r.At.UTC().Format("2006-01-02 15:04:05Z"), r.Key)
	if !r.Trusted {
		return errOwnersKey
	}
	return nil
}
