package main

import (
	"os"

	"sahn/server/api"
)

type contract struct{}

// Run prints the contract of the routes; it needs no settings.
func (contract) Run() error {
	document, err := api.Contract(api.Parts{}.Routes())
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(document, '\n'))
	return err
}
