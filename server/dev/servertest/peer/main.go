// Command peer is the whole server on a real Postgres, as the counterpart of the app's simulation: one life of one person after another.
// Orders come as lines of JSON on its standard input, and each is answered with one line. Devices still send their requests through HTTP
// to the product's own handlers. It promises that the same orders get the same answers, and that nothing of it is left when its input
// ends.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
)

func main() {
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the parent process closes the input when it ends
	if err := run(context.Background(), os.Getenv("TEST_DATABASE_URL"), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, server string, in io.Reader, out io.Writer) (err error) {
	if server == "" {
		return errors.New("TEST_DATABASE_URL names no Postgres")
	}
	url, drop, err := servertest.Database(ctx, server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, drop(ctx)) }()
	pool, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	p, err := open(ctx, pool)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	write := json.NewEncoder(out)
	for lines.Scan() {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			return fmt.Errorf("read an order: %w", err)
		}
		answered, err := p.do(ctx, o)
		if err != nil {
			answered = answer{Error: err.Error()}
		}
		if err := write.Encode(answered); err != nil {
			return err
		}
	}
	return lines.Err()
}
