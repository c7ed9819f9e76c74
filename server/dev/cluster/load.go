//go:build linux

package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"

	"sahn/server/dev/sample"
)

// load is who works during a drill, and how often.
type load struct {
	Devices   int           `help:"Phones, each with the shipped sync engine." default:"200"`
	Tills     int           `help:"Tablets that sell." default:"20"`
	Operators int           `help:"Operators who credit people." default:"5"`
	Each      time.Duration `help:"How often each of them saves, sells or credits on average; operators twice as often." default:"10s"`
}

// somebody is a person with a session.
type somebody struct {
	Session string `json:"session"`
	Profile string `json:"profile"`
}

// fleet is the running load: pwa/testing/fleet.ts in a process of its own.
type fleet struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	log   string
	ended chan error
}

// people puts so many new employees of a sample company, operators and a session of its admin into the database.
func (l *layout) people(ctx context.Context, conn *pgx.Conn, eaters, operators int) (all []somebody, admin somebody, err error) {
	var persons, profiles, emails, kinds, tokens []string
	var ids [][]byte
	for i := range eaters + operators {
		kind := "Employee"
		if i >= eaters {
			kind = "Operator"
		}
		person := ulid.Make().String()
		persons, profiles, emails = append(persons, person), append(profiles, ulid.Make().String()), append(emails, person+"@drill.example")
		kinds = append(kinds, kind)
	}
	for range eaters + operators + 1 {
		token := rand.Text() + rand.Text()
		sum := sha256.Sum256([]byte(token))
		tokens, ids = append(tokens, token), append(ids, sum[:])
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue("INSERT INTO persons (id, email, name, created_at) SELECT unnest($1::text[]), unnest($2::text[]), 'Drill', now()",
			persons, emails)
		batch.Queue(`INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at, operator_role)
			SELECT id, person, CASE kind WHEN 'Employee' THEN $4 END, kind, 'Active', CASE kind WHEN 'Employee' THEN
				(SELECT min(id) FROM addresses WHERE company_id = $4 AND profile_id IS NULL) END, now(),
				CASE kind WHEN 'Operator' THEN 'manager' END
			FROM unnest($1::text[], $2::text[], $3::text[]) AS t (id, person, kind)`, profiles, persons, kinds, sample.Harbour.ID)
		batch.Queue(`INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at)
			SELECT id, profile, person, now(), now(), 1000000, now() + interval '30 days'
			FROM unnest($1::bytea[], $2::text[], $3::text[]) AS t (id, profile, person)`, ids,
			append(slices.Clone(profiles), sample.OmarHarbour.ID), append(slices.Clone(persons), sample.OmarHarbour.PersonID))
		return tx.SendBatch(ctx, batch).Close()
	})
	for i, profile := range profiles {
		all = append(all, somebody{tokens[i], profile})
	}
	return all, somebody{tokens[len(tokens)-1], sample.OmarHarbour.ID}, err
}

// begin starts the load and returns when everybody works.
func (l *layout) begin(ctx context.Context, w load, name string) (*fleet, error) {
	conn, err := pgx.Connect(ctx, l.admin("primary", "sahn"))
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	everybody, admin, err := l.people(ctx, conn, w.Devices, w.Operators)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(l.repo, "artifacts", "cluster")
	f := &fleet{log: filepath.Join(folder, name+".jsonl"), ended: make(chan error, 1)}
	orders, err := json.Marshal(map[string]any{"url": l.appURL(), "log": f.log, "eaters": everybody[:w.Devices], "admin": admin,
		"operators": everybody[w.Devices:], "tills": w.Tills, "every": map[string]int64{"device": w.Each.Milliseconds(),
			"till": w.Each.Milliseconds(), "operator": w.Each.Milliseconds() / 2}})
	if err != nil {
		return nil, err
	}
	f.cmd = exec.Command("node", "--input-type=module", "-e", `import { runnerImport } from "vite";
const inline = { configFile: false, logLevel: "error", resolve: { alias: { "#pwa": process.cwd() + "/pwa" } } };
const { module } = await runnerImport("./pwa/testing/fleet.ts", inline);
await module.work(JSON.parse(process.env.FLEET));
process.exit();`)
	f.cmd.Dir, f.cmd.Stderr = l.repo, os.Stderr
	f.cmd.Env = append(os.Environ(), "FLEET="+string(orders), "NODE_EXTRA_CA_CERTS="+l.path("tls", "ca.pem"))
	if f.in, err = f.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := f.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(os.MkdirAll(folder, 0o755), f.cmd.Start()); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	works := lines.Scan() && lines.Text() == "working"
	go func() { f.ended <- f.cmd.Wait() }()
	if !works {
		return nil, errors.Join(errors.New("the load did not begin"), <-f.ended)
	}
	return f, nil
}

// end lets everybody send what waits, and returns when nothing does or three minutes are over.
func (f *fleet) end() error {
	if _, err := fmt.Fprintln(f.in, "stop"); err != nil {
		return err
	}
	return <-f.ended
}
