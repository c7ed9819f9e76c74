// Command page prints the tables of docs/capacity.md.
package main

import (
	"fmt"
	"os"
	"strings"

	"sahn/server/dev/capacity"
)

func main() {
	m, err := capacity.Shipped()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(m.Machine+"\n\n", strings.Join(m.Tables(), "\n"))
}
