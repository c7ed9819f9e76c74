package planner

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/menu"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// ImportBody is the size limit of an import request in bytes: the file in base64 and the JSON around it.
const ImportBody = MaxTableBytes*4/3 + 1024

// ImportRequest carries a table in base64. Without Apply the import is a dry run. Apply is the Hash that the dry run returned, so that
// only the file that was reviewed is applied. Publish also publishes the weeks of the dates that the table names.
type ImportRequest struct {
	File    string `json:"file" validate:"required"`
	Apply   string `json:"apply,omitempty" validate:"max=64"`
	Publish bool   `json:"publish,omitempty"`
}

// ImportReply is the result of a dry run or of an import. When Errors is not empty nothing is applied; Errors holds the first ones and
// More counts the rest.
type ImportReply struct {
	Hash      string         `json:"hash"`
	Rows      int            `json:"rows"`
	Meals     []ImportedMeal `json:"meals"`
	Days      []ImportedDay  `json:"days"`
	Published []clock.Date   `json:"published"` // weeks that got a new version of their menu
	Errors    []TableError   `json:"errors"`
	More      int            `json:"more"`
	Applied   bool           `json:"applied"`
}

// ImportedMeal is a meal of the book that is added or changed, with the columns that change it.
type ImportedMeal struct {
	Code   string   `json:"code"`
	Name   string   `json:"name"`
	What   string   `json:"what"` // new or changed
	Fields []string `json:"fields"`
}

// ImportedDay is a date that the table names. Changed counts the meals that stay with other portions or in another position.
type ImportedDay struct {
	Date     clock.Date `json:"date"`
	Closed   string     `json:"closed,omitempty"`    // the name of the day on which nothing is delivered
	ClosedAr string     `json:"closed_ar,omitempty"` // its Arabic name, where it has one
	Added    int        `json:"added"`
	Removed  int        `json:"removed"`
	Changed  int        `json:"changed"`
	Kept     int        `json:"kept"`
}

// ErrTableChanged refuses to apply a file that differs from the one of the dry run.
var ErrTableChanged = fault.New(fault.Conflict, "table_changed", "The table is not the one that you looked at. Please look at it again.")

// HandleImport makes a dry run of a table of menus, or applies it as a whole; a table with any error is not applied at all. Applying it
// again changes nothing. The kitchen may.
func (p *Planner) HandleImport(ctx context.Context, who web.Caller, r ImportRequest) (ImportReply, error) {
	data, err := base64.StdEncoding.DecodeString(r.File)
	if err != nil {
		return ImportReply{}, fault.Field("file", sheet.ErrUnreadable.Error())
	}
	if r.Apply != "" && r.Apply != hashOf(data) {
		return ImportReply{}, ErrTableChanged
	}
	return p.take(ctx, &who, data, r.Publish, r.Apply != "")
}

// Import is the same for the command line, where no one is signed in.
func (p *Planner) Import(ctx context.Context, data []byte, publish, apply bool) (ImportReply, error) {
	return p.take(ctx, nil, data, publish, apply)
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// errBack rolls back a dry run: it runs the whole import in a transaction, so that it reports every error that the import would.
var errBack = errors.New("only looked at")

func (p *Planner) take(ctx context.Context, who *web.Caller, data []byte, publish, apply bool) (reply ImportReply, err error) {
	rows, err := readTable(data)
	if err != nil {
		return ImportReply{}, err
	}
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		by := web.Caller{} // a command's
		if who != nil {
			by = *who
			if err := person.Still(ctx, tx.Queries, *who); err != nil {
				return err
			}
		}
		i := intake{planner: p, tx: tx, q: tx.Queries, now: p.Clock(),
			reply: ImportReply{Hash: hashOf(data), Rows: len(rows) - 1, Meals: []ImportedMeal{}, Days: []ImportedDay{}, Published: []clock.Date{},
				Errors: []TableError{}}, who: by}
		err := i.run(ctx, rows, publish)
		i.reply.Errors, i.reply.More = append(i.reply.Errors, i.wrong.list...), i.wrong.all-len(i.wrong.list)
		reply = i.reply
		if err != nil {
			return err
		}
		if i.wrong.all > 0 || !apply {
			return errBack
		}
		return i.keep(ctx, who)
	})
	if errors.Is(err, errBack) {
		return reply, nil
	}
	reply.Applied = err == nil
	return reply, err
}

// noWeek is the key of the lock that serializes imports; the locks of weeks use the week's Monday.
const noWeek = 0

// intake is the state of one import.
type intake struct {
	planner *Planner
	tx      db.Tx
	q       *db.Queries
	who     web.Caller
	now     time.Time
	reply   ImportReply
	wrong   wrongs
	acts    []audit.Act
}

func (i *intake) run(ctx context.Context, rows []sheet.Row, publishes bool) error {
	if err := i.q.PlannerLock(ctx, noWeek); err != nil { // one import at a time: a repeated file finds the meals that the first adds
		return fmt.Errorf("lock imports: %w", err)
	}
	book, err := readBook(ctx, i.q)
	if err != nil {
		return err
	}
	byCode := make(map[string]Meal, len(book.Data))
	for _, m := range book.Data {
		byCode[m.Code] = m
	}
	k := names{book.Cuisines, book.Allergens, book.Diets}
	t := understand(rows, k, clock.DateOf(i.now), &i.wrong)
	slices.SortFunc(t.days, func(a, b *tableDay) int { return cmp.Compare(a.date, b.date) })
	weeks := t.weeks()
	for _, monday := range weeks { // weeks are locked before meals, in the same order as by a change of a plan
		if err := i.q.PlannerLock(ctx, int(monday)); err != nil {
			return fmt.Errorf("lock week: %w", err)
		}
	}
	if err := i.hold(ctx, t.changes(byCode, k, &wrongs{}), byCode); err != nil {
		return err
	}
	changes := t.changes(byCode, k, &i.wrong)
	for n := range changes {
		i.judge(&changes[n], k)
	}
	changes = slices.DeleteFunc(changes, func(c change) bool { return c.before.Code != "" && len(c.fields) == 0 })
	i.available(t, byCode)
	if i.wrong.all > 0 {
		return nil
	}
	if err := i.writeBook(ctx, changes, byCode); err != nil || i.wrong.all > 0 {
		return err
	}
	for _, monday := range weeks {
		if err := i.plan(ctx, monday, t, byCode); err != nil {
			return err
		}
	}
	if publishes {
		for _, monday := range weeks {
			if err := i.publish(ctx, monday, t, byCode); err != nil {
				return err
			}
		}
	}
	return nil
}

// weeks are the Mondays of a table's dates. The dates are sorted.
func (t table) weeks() (all []clock.Date) {
	for _, d := range t.days {
		all = append(all, d.date.Monday())
	}
	return slices.Compact(all)
}

// hold locks the meals that the table changes and reads them again, so that no other transaction changes them before this one ends.
func (i *intake) hold(ctx context.Context, changes []change, byCode map[string]Meal) error {
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.before.Meal.ID, b.before.Meal.ID) })
	for _, c := range changes {
		if c.before.Code == "" {
			continue
		}
		m, err := holdMeal(ctx, i.q, c.before.Meal.ID)
		if err != nil {
			return err
		}
		if m.Code != c.before.Code {
			return ErrTableChanged
		}
		byCode[m.Code] = m
	}
	return nil
}

// judge normalizes a changed meal, or adds what is wrong with it to the errors of its cells. Fields that are equal after that are not
// changes.
func (i *intake) judge(c *change, k names) {
	if c.before.Code == "" {
		c.after.Meal.ID = ulid.Make().String()
	}
	m, err := clean(c.after)
	if err == nil {
		c.after = m
		c.fields = slices.DeleteFunc(c.fields, func(name string) bool {
			d := details[slices.IndexFunc(details, func(d detail) bool { return d.name == name })]
			return c.before.Code != "" && said(d.value(c.before, k)) == said(d.value(m, k))
		})
		return
	}
	f := fault.As(err)
	if f == nil {
		i.wrong.add(c.said.line, columnMeal, c.said.code, "This meal cannot be kept.")
		return
	}
	for field, says := range f.Fields {
		i.blame(c, field, strings.Join(says, " "))
	}
}

// blame adds an error of a meal's field to the cell that the field comes from. A new meal's missing fields are reported already.
func (i *intake) blame(c *change, field, what string) {
	name := strings.TrimPrefix(field, "meal.")
	if other, has := map[string]string{"art": "picture", "allergens": "contains", "code": columnMeal}[name]; has {
		name = other
	}
	at := tableCell{line: c.said.line}
	if n := slices.IndexFunc(details, func(d detail) bool { return d.name == name }); n >= 0 && c.said.says[n].line > 0 {
		at = c.said.says[n]
	} else if c.before.Code == "" && slices.Contains(needed, name) {
		return
	}
	i.wrong.add(at.line, name, at.cell, what)
}

// available refuses to plan archived meals.
func (i *intake) available(t table, byCode map[string]Meal) {
	for _, d := range t.days {
		for _, o := range d.offers {
			if byCode[o.code].Archived {
				i.wrong.add(o.line, columnMeal, o.code, "This meal is archived. Put it back into the book before it is planned.")
			}
		}
	}
}

// writeBook adds and changes meals, and records them in byCode with their ids.
func (i *intake) writeBook(ctx context.Context, changes []change, byCode map[string]Meal) error {
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.said.line, b.said.line) })
	var changed []menu.Meal
	for n := range changes {
		c := &changes[n]
		imported := ImportedMeal{c.after.Code, c.after.Meal.Name, "new", c.fields}
		act := audit.Act{Kind: "meal.add", Subject: c.after.Meal.ID, Note: c.after.Meal.Name}
		var err error
		if c.before.Code == "" {
			_, err = addMeal(ctx, i.q, c.after, i.now)
		} else {
			imported.What, act.Kind = "changed", "meal.change"
			was, is, unreadable := differs(c.before, c.after)
			if unreadable != nil {
				return unreadable
			}
			act.Before, act.After = was, is
			err = changeMeal(ctx, i.q, c.after, i.now)
		}
		switch {
		case errors.Is(err, errNoPhoto):
			i.blame(c, "meal.art", errNoPhoto.Message)
			continue
		case err != nil:
			return err
		}
		byCode[c.after.Code] = c.after
		changed = append(changed, c.after.Meal)
		i.reply.Meals, i.acts = append(i.reply.Meals, imported), append(i.acts, act)
	}
	acts, _, err := i.planner.correct(ctx, i.tx, i.who, changed, i.now)
	i.acts = append(i.acts, acts...)
	return err
}

// plan replaces the dates of a week that the table names.
func (i *intake) plan(ctx context.Context, monday clock.Date, t table, byCode map[string]Meal) error {
	s, err := lookAt(ctx, i.q, monday, clock.DateOf(i.now))
	if err != nil {
		return err
	}
	days := make([]Day, 5)
	for n := range days {
		days[n] = Day{monday + clock.Date(n), s.offers(monday + clock.Date(n))}
	}
	for _, d := range t.days {
		if d.date.Monday() != monday {
			continue
		}
		day := &days[d.date-monday]
		was := day.Meals
		day.Meals = nil
		for _, o := range d.offers {
			day.Meals = append(day.Meals, Offer{byCode[o.code].Meal.ID, o.portions})
		}
		difference := compare(was, day.Meals)
		difference.Date, difference.Closed, difference.ClosedAr = d.date, s.closed[d.date].Name, s.closed[d.date].NameAr
		i.reply.Days = append(i.reply.Days, difference)
	}
	was, is := s.differ(days)
	if len(is) == 0 {
		return nil
	}
	i.acts = append(i.acts, audit.Act{Kind: "week.plan", Subject: monday.String(), Before: was, After: is})
	return replan(ctx, i.q, monday, days, i.now)
}

// compare counts what happens to a date's meals.
func compare(was, is []Offer) (d ImportedDay) {
	ids := func(all []Offer) (list []string) {
		for _, o := range all {
			list = append(list, o.Meal)
		}
		return list
	}
	old, young := ids(was), ids(is)
	before, after := among(old, young), among(young, old)
	d.Added, d.Removed = len(young)-len(after), len(old)-len(before)
	for n, id := range after {
		x, y := was[slices.Index(old, id)], is[slices.Index(young, id)]
		if before[n] == id && sameOffers([]Offer{x}, []Offer{y}) {
			d.Kept++
		} else {
			d.Changed++
		}
	}
	return d
}

// publish publishes a week; what blocks it becomes errors of the table's rows.
func (i *intake) publish(ctx context.Context, monday clock.Date, t table, byCode map[string]Meal) error {
	acts, err := i.planner.publish(ctx, i.tx, i.who, monday, nil, i.now)
	if f := fault.As(err); f != nil && errors.Is(err, ErrCannotPublish) {
		if seen, ok := f.Detail.(PlannedWeek); ok {
			i.refused(seen, t, byCode)
			return nil
		}
	}
	if err != nil {
		return err
	}
	if len(acts) > 0 {
		i.acts, i.reply.Published = append(i.acts, acts...), append(i.reply.Published, monday)
	}
	return nil
}

func (i *intake) refused(w PlannedWeek, t table, byCode map[string]Meal) {
	for _, problem := range w.Problems {
		if !problem.Blocking {
			continue
		}
		code := problem.Meal
		for c, m := range byCode {
			if m.Meal.ID == problem.Meal {
				code = c
			}
		}
		row, date, value := 0, "", code
		var portions *int
		if problem.Date != nil {
			date = problem.Date.String()
			row, portions = t.at(*problem.Date, code)
		}
		column, what := columnMeal, "This is in the way of publishing: "+problem.What+"."
		switch problem.What {
		case noMeals:
			column, value, what = columnDate, date, "This day would have no lunch: give it some, or close it."
		case closedDay:
			column, value, what = columnDate, date, "Nothing is delivered on this day, so its lunch cannot be published."
		case isOrdered:
			what = "Somebody ordered this meal for " + date + ": withdraw it instead of leaving it out."
		case belowTaken:
			column, what = columnPortions, "More portions than these are taken of "+code+" on "+date+"."
			if portions != nil {
				value = strconv.Itoa(*portions)
			}
		case isArchived:
			what = "This meal is planned for " + date + ", and archived."
		case isWithdrawn:
			what = "This meal was withdrawn from " + date + ", for good."
		}
		i.wrong.add(row, column, value, what)
	}
}

// at is the row that offers a meal on a date, with its portions. Without such a row it is the date's first row, and 0 when the table does
// not name the date.
func (t table) at(date clock.Date, code string) (row int, portions *int) {
	for _, d := range t.days {
		if d.date != date {
			continue
		}
		row = d.offers[0].line
		for _, o := range d.offers {
			if o.code == code {
				return o.line, o.portions
			}
		}
	}
	return row, nil
}

// imported is the audit trail's record of an import.
type imported struct {
	Table string `json:"table"` // the beginning of its hash
	Rows  int    `json:"rows"`
	Meals int    `json:"meals"`
	Days  int    `json:"days"`
	Weeks int    `json:"weeks"` // published
}

// keep writes the audit trail of an import that changed something.
func (i *intake) keep(ctx context.Context, who *web.Caller) error {
	if len(i.acts) == 0 {
		return nil
	}
	r, span := i.reply, ""
	if n := len(r.Days); n > 0 {
		span = fmt.Sprintf("%s – %s", r.Days[0].Date, r.Days[n-1].Date)
	}
	acts := slices.Concat(
		[]audit.Act{{Kind: "menu.import", Subject: span, After: imported{r.Hash[:12], r.Rows, len(r.Meals), len(r.Days), len(r.Published)}}},
		i.acts)
	for _, a := range acts {
		a.At = i.now
		if who == nil {
			a.Note = strings.TrimPrefix(a.Note+", at the command line", ", ")
		} else {
			a.Who = who.ProfileID
		}
		if err := audit.Write(ctx, i.q, a); err != nil {
			return fmt.Errorf("keep act: %w", err)
		}
	}
	return nil
}
