package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/oklog/ulid/v2"
	"go.yaml.in/yaml/v3"

	"sahn/server/company"
	"sahn/server/operator"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/push"
)

type setup struct {
	File  string `help:"A YAML file with manager, areas, plans and closed_days, as docs/operations.md shows it." type:"existingfile"`
	Email string `help:"The first manager's email; goes before the file's."`
	Name  string `help:"The first manager's full name."`
}

// installation is what a setup file says.
type installation struct {
	Manager struct {
		Email string `yaml:"email"`
		Name  string `yaml:"name"`
	} `yaml:"manager"`
	Areas []struct {
		Name    string `yaml:"name"`
		NameAr  string `yaml:"name_ar"`
		Windows []struct {
			From     string   `yaml:"from"`
			Until    string   `yaml:"until"`
			Weekdays []string `yaml:"weekdays"` // Mon to Fri; none are all of them
			Capacity int      `yaml:"capacity"` // deliveries a day; 0 is no limit

			RamadanOnly bool `yaml:"ramadan_only"` // for iftar or suhoor
		} `yaml:"windows"`
	} `yaml:"areas"`
	Plans      []company.SetupPlan `yaml:"plans"`
	ClosedDays []struct {
		Date     string `yaml:"date"`
		Name     string `yaml:"name"`
		NameAr   string `yaml:"name_ar"`
		Expected bool   `yaml:"expected"` // the moon decides on the date
	} `yaml:"closed_days"`
}

// Run sets up the database of the settings, or the embedded one, all of it or nothing, and tells what is still missing. It can run
// again: what has the same e-mail, name, times or date is there already and stays.
func (s setup) Run(ctx context.Context, log *slog.Logger) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	what, err := s.read(os.Stdin, os.Stdout, isatty.IsTerminal(os.Stdin.Fd()))
	if err != nil {
		return err
	}
	return withDatabase(ctx, log, func(ctx context.Context, address string) error {
		if err := db.Migrate(ctx, address); err != nil {
			return err
		}
		pool, err := db.Open(ctx, address)
		if err != nil {
			return err
		}
		defer pool.Close()
		var did bytes.Buffer
		err = db.InTx(ctx, pool, func(ctx context.Context, tx db.Tx) error {
			did.Reset()
			return what.install(ctx, tx.Queries, c, &did)
		})
		if err == nil {
			_, err = did.WriteTo(os.Stdout) // what was added is said once it is there
		}
		if err == nil && c.PushKey == "" {
			_, err = push.MakeKey(ctx, db.New(pool), c.keys, clock.System())
		}
		if err != nil {
			return err
		}
		fmt.Printf("Managers choose a password at %s and then sign in at %s\n", c.public.JoinPath("password-reset"),
			c.public.JoinPath("kitchen", "login"))
		if err := checkDatabase(ctx, address, os.Stdout, c); err != nil {
			fmt.Println(err)
		}
		return nil
	})
}

// read takes the file and the flags, and asks for the rest where somebody can answer.
func (s setup) read(in io.Reader, out io.Writer, ask bool) (what installation, err error) {
	if s.File != "" {
		text, err := os.ReadFile(s.File)
		if err != nil {
			return what, err
		}
		d := yaml.NewDecoder(bytes.NewReader(text))
		d.KnownFields(true)
		if err := d.Decode(&what); err != nil && !errors.Is(err, io.EOF) {
			return what, fmt.Errorf("%s: %w", s.File, err)
		}
	}
	if s.Email != "" {
		what.Manager.Email, what.Manager.Name = s.Email, s.Name
	}
	if !ask || s.File != "" || s.Email != "" {
		return what, nil
	}
	answers := bufio.NewScanner(in)
	question := func(text string) string {
		fmt.Fprint(out, text+" ")
		if !answers.Scan() {
			return ""
		}
		return strings.TrimSpace(answers.Text())
	}
	if what.Manager.Email = question("Email of the first manager (empty for none):"); what.Manager.Email != "" {
		what.Manager.Name = question("Their full name:")
	}
	for {
		name := question("Name of a delivery area (empty when there are no more):")
		if name == "" {
			return what, answers.Err()
		}
		what.Areas = slices.Grow(what.Areas, 1)[:len(what.Areas)+1]
		a := &what.Areas[len(what.Areas)-1]
		a.Name, a.NameAr = name, question("Its name in Arabic (may be empty):")
		a.Windows = slices.Grow(a.Windows, 1)[:1]
		a.Windows[0].From, a.Windows[0].Until = question("Lunch is brought from (like 12:15):"), question("until:")
	}
}

// install writes what is not there yet, each with an act.
func (i installation) install(ctx context.Context, q *db.Queries, c config, out io.Writer) error {
	now := clock.System()
	did := func(kind, subject, what string) error {
		fmt.Fprintln(out, "added", what)
		return audit.Write(ctx, q, audit.Act{At: now, Kind: kind, Subject: subject, Note: atConsole})
	}
	if m := i.Manager; m.Email != "" {
		added, err := operator.Add(ctx, q, operator.StaffRequest{Email: m.Email, Name: m.Name, Role: "manager"}, "", now)
		if err == nil {
			err = errors.Join(did("staff.add", added.ID, m.Email), c.handOver(ctx, q, added.PersonID, "manager", out))
		}
		if err != nil && !errors.Is(err, operator.ErrStaffAlready) {
			return fmt.Errorf("manager: %w", err)
		}
	}
	known, err := q.OperatorAreas(ctx)
	if err != nil {
		return err
	}
	for _, a := range i.Areas {
		at := slices.IndexFunc(known, func(k db.OperatorAreasRow) bool { return strings.EqualFold(k.Name, a.Name) })
		id := ulid.Make().String()
		if at >= 0 {
			id = known[at].ID
		} else if _, err := operator.AddArea(ctx, q, operator.AreaRequest{ID: id, Name: a.Name, NameAr: a.NameAr}); err != nil {
			return fmt.Errorf("area %q: %w", a.Name, err)
		} else if err := did("area.add", id, a.Name); err != nil {
			return err
		}
		windows, err := q.WindowsOf(ctx, id)
		if err != nil {
			return err
		}
		for _, w := range a.Windows {
			if slices.ContainsFunc(windows, func(t db.AreaTiming) bool { return t.FromTime == w.From && t.UntilTime == w.Until }) {
				continue
			}
			window := ulid.Make().String()
			serves, err := serviceOf(w.Weekdays, w.Capacity)
			if err == nil {
				_, err = operator.AddWindow(ctx, q, operator.WindowRequest{ID: window, AreaID: id, From: w.From, Until: w.Until,
					Service: serves, RamadanOnly: w.RamadanOnly})
			}
			if err == nil {
				err = did("window.add", window, a.Name+" "+w.From+"–"+w.Until)
			}
			if err != nil {
				return fmt.Errorf("area %q, window %q: %w", a.Name, w.From+"–"+w.Until, err)
			}
		}
	}
	err = company.SetupPlans(ctx, q, i.Plans, func(subject, name string) error { return did("plan.add", subject, name) })
	if err != nil {
		return err
	}
	for _, d := range i.ClosedDays {
		date, err := clock.ParseDate(d.Date)
		if err != nil {
			return fmt.Errorf("closed day: %w", err)
		}
		n, err := q.ClosedDayAdd(ctx, date, d.Name, d.NameAr, d.Expected)
		if err == nil && n > 0 {
			err = did("day.close", date.String(), d.Date)
		}
		if err != nil {
			return fmt.Errorf("closed day: %w", err)
		}
	}
	return nil
}

// serviceOf reads on which weekdays a window delivers and how many deliveries it takes a day.
func serviceOf(names []string, capacity int) (s operator.Service, err error) {
	if capacity < 0 || capacity > 100_000 {
		return s, fmt.Errorf("capacity %d is not from 0 to 100000", capacity)
	}
	s.Capacity = &capacity
	for _, name := range names {
		day := slices.Index([]string{"Mon", "Tue", "Wed", "Thu", "Fri"}, name)
		if day < 0 {
			return s, fmt.Errorf("weekday %q is none of Mon, Tue, Wed, Thu and Fri", name)
		}
		s.Weekdays = append(s.Weekdays, day+1)
	}
	return s, nil
}
