package planner_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/menu"
	"sahn/server/menu/published"
	"sahn/server/planner"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

// desk is where somebody imports tables into a database that has no menus yet.
type desk struct {
	testing.TB
	pool    *pgxpool.Pool
	planner *planner.Planner
	cook    web.Caller
}

func sit(t testing.TB) *desk {
	t.Helper()
	d := &desk{TB: t, pool: servertest.DB(t)}
	d.planner = &planner.Planner{Conn: d.pool, Clock: servertest.ClockAt(servertest.Now).Now, Menus: published.NewStore()}
	d.cook = servertest.Operator(t, d.pool, "kitchen")
	return d
}

// codeOf is what a table calls a sample meal.
func codeOf(m menu.Meal) string { return "dish-" + m.ID[20:] }

// month is a table as somebody would write it: what is known of a meal stands where it comes first.
func month(weeks int) sheet.Table {
	t := sheet.Table{Title: "December"}
	for _, name := range []string{"Date", "Meal", "Name", "Name ar", "Description", "Price", "Cuisine", "Diets", "Contains", "May contain",
		"No data", "Kcal", "Protein", "Carbohydrate", "Fat", "Picture", "Portions"} {
		t.Columns = append(t.Columns,
			sheet.Column{Name: name,
				Kind: map[string]sheet.Kind{"Date": sheet.Date, "Price": sheet.Money, "Kcal": sheet.Number, "Portions": sheet.Number}[name]})
	}
	written := map[string]bool{}
	for n := range clock.Date(weeks) {
		w := sample.Menu(servertest.Week + 7*n)
		limits := sample.Portions(w.Week)
		for _, d := range w.Days {
			for _, id := range d.Meals {
				m, _ := w.Meal(id)
				row := []any{d.Date, codeOf(m)}
				if !written[id] {
					holds := func(p menu.Presence) string {
						var all []string
						for name, is := range m.Allergens {
							if is == p {
								all = append(all, name)
							}
						}
						return strings.Join(all, "; ")
					}
					row = append(row, m.Name, m.NameAr, m.Description, m.Price, m.Cuisine, strings.Join(m.Diets, ";"), holds(menu.Contains),
						holds(menu.MayContain), holds(menu.NoData), m.Kcal, m.Protein, m.Carbohydrate, m.Fat, string(m.Art))
				} else {
					row = append(row, make([]any, 14)...)
				}
				written[id] = true
				if n, limited := limits[d.Date][id]; limited {
					row = append(row, n)
				}
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

func file(t testing.TB, table sheet.Table, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, planner.WriteTable(&out, table, format))
	return out.Bytes()
}

func (d *desk) imports(data []byte, apply, publish bool) planner.ImportReply {
	d.Helper()
	r := planner.ImportRequest{File: base64.StdEncoding.EncodeToString(data), Publish: publish}
	look, err := d.planner.HandleImport(d.Context(), d.cook, r)
	require.NoError(d, err)
	require.False(d, look.Applied)
	if !apply {
		return look
	}
	r.Apply = look.Hash
	done, err := d.planner.HandleImport(d.Context(), d.cook, r)
	require.NoError(d, err)
	require.Equal(d, len(look.Errors) == 0, done.Applied)
	done.Applied = false
	require.Equal(d, look, done, "what happens is what was seen")
	return done
}

// state is everything that an import can change.
func (d *desk) state() string {
	d.Helper()
	all := servertest.One[string](d, d.pool, "SELECT format('%s %s', (SELECT count(*) FROM acts), (SELECT count(*) FROM menus))")
	for _, rows := range []string{"meals ORDER BY id", "planned_meals ORDER BY date, meal", "planned_weeks ORDER BY week",
		"menus_current ORDER BY week", "portions ORDER BY date, meal"} {
		all += servertest.Rows(d, d.pool, "SELECT * FROM "+rows) + "\n"
	}
	return all
}

// acts are those of the cook.
func (d *desk) acts(kind string) int {
	d.Helper()
	return servertest.One[int](d, d.pool, "SELECT count(*) FROM acts WHERE kind = $1 AND profile_id = $2", kind, d.cook.ProfileID)
}

func TestAMonthOfMenusIsImportedFromOneTableAndPublished(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"csv", "xlsx"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			d := sit(t)
			data, before := file(t, month(4), format), d.state()
			look := d.imports(data, false, true)
			require.Equal(t, before, d.state(), "a look stores nothing")
			require.Empty(t, look.Errors)
			require.Equal(t, 240, look.Rows)
			require.Len(t, look.Days, 20)
			for _, day := range look.Days {
				require.Equal(t, planner.ImportedDay{Date: day.Date, Added: 12}, day)
			}
			require.Len(t, look.Published, 4)
			_, err := d.planner.HandleImport(t.Context(), d.cook,
				planner.ImportRequest{File: base64.StdEncoding.EncodeToString(data), Apply: strings.Repeat("0", 64)})
			require.ErrorIs(t, err, planner.ErrTableChanged)
			require.Equal(t, before, d.state())

			d.imports(data, true, true)
			require.Equal(t, 1, d.acts("menu.import"))
			require.Equal(t, 4, d.acts("week.plan"))
			require.Equal(t, 4, d.acts("menu.publish"))
			require.Equal(t, len(look.Meals), d.acts("meal.add"))
			weeks, err := d.planner.Menus.Weeks(t.Context(), db.New(d.pool),
				[]clock.Date{servertest.Week, servertest.Week + 7, servertest.Week + 14, servertest.Week + 21})
			require.NoError(t, err)
			require.Len(t, weeks, 4)
			for monday, got := range weeks {
				want := sample.Menu(monday)
				for i, day := range want.Days {
					for j, id := range day.Meals {
						wanted, _ := want.Meal(id)
						m, offered := got.On(day.Date, got.Days[i].Meals[j])
						require.True(t, offered)
						require.JSONEq(t, string(wanted.Art), string(m.Art))
						wanted.ID, wanted.Art, wanted.New = m.ID, m.Art, false
						require.Equal(t, wanted, m)
						limit, limited := sample.Portions(monday)[day.Date][id]
						var cooked int
						err := d.pool.QueryRow(t.Context(), "SELECT cooked FROM portions WHERE date = $1 AND meal = $2", day.Date, m.ID).Scan(&cooked)
						require.Equal(t, limited, err == nil)
						require.Equal(t, limit, cooked)
					}
				}
			}

			after := d.state()
			again := d.imports(data, true, true)
			require.Equal(t, after, d.state(), "sent again it changes nothing")
			require.Empty(t, again.Meals)
			require.Empty(t, again.Published)
			require.Equal(t, planner.ImportedDay{Date: servertest.Week, Kept: 12}, again.Days[0])
		})
	}
}

// However weeks and meals come to be what they are, a table of them says exactly that.
func TestImportingAnExportChangesNothing(t *testing.T) {
	t.Parallel()
	d := sit(t)
	d.imports(file(t, month(2), "csv"), true, true)
	r := servertest.Dice(t)
	meals := servertest.One[[]string](t, d.pool, "SELECT array_agg(code ORDER BY code) FROM meals")
	texts := []string{"=SUM(A1)", "'=1", "+ spice", "- mild", "@noon", "شوربة عدس، حارة", "a; b, \"c\"", "1848", "2026-11-23", "TRUE", "x"}
	for round := range servertest.Amount(3, 12) {
		table := sheet.Table{Title: "Some",
			Columns: []sheet.Column{{Name: "date", Kind: sheet.Date}, {Name: "meal"}, {Name: "portions"}, {Name: "name"}, {Name: "name_ar"},
				{Name: "price", Kind: sheet.Money}, {Name: "contains"}, {Name: "no_data"}, {Name: "new_until", Kind: sheet.Date}}}
		named := map[string]bool{}
		for _, offset := range r.Perm(12)[:1+r.IntN(6)] {
			date := servertest.Week + clock.Date(offset)
			if offset%7 > 4 {
				continue
			}
			for _, n := range r.Perm(len(meals))[:1+r.IntN(14)] {
				row := []any{date, meals[n], nil, nil, nil, nil, nil, nil, nil}
				if r.IntN(3) == 0 {
					row[2] = r.IntN(90)
				}
				if !named[meals[n]] && r.IntN(3) == 0 {
					row[3], row[4], row[5] = texts[r.IntN(len(texts))], texts[r.IntN(len(texts))], 100+r.IntN(9000)
					row[6], row[7], row[8] = "egg; gluten", []any{"-", "soy", nil}[r.IntN(3)], servertest.Week+clock.Date(r.IntN(40))
				}
				named[meals[n]] = true
				table.Rows = append(table.Rows, row)
			}
		}
		if len(table.Rows) == 0 {
			continue
		}
		did := d.imports(file(t, table, []string{"csv", "xlsx"}[r.IntN(2)]), true, r.IntN(2) == 0)
		require.NotEmpty(t, did.Hash)
		if len(did.Errors) > 0 { // a whole week without lunch cannot be published
			for _, e := range did.Errors {
				require.Equal(t, "date", e.Column, "%v", e)
			}
			did = d.imports(file(t, table, "csv"), true, false)
			require.Empty(t, did.Errors)
		}
		before := d.state()
		for _, format := range []string{"csv", "xlsx"} {
			got, err := d.planner.HandleExport(t.Context(), d.cook,
				planner.ExportRequest{From: servertest.Week.String(), Until: (servertest.Week + 13).String(), Book: "yes", Format: format})
			require.NoError(t, err)
			reply := d.imports(got.Body, true, false)
			require.Empty(t, reply.Errors, "round %d", round)
			require.Empty(t, reply.Meals, "round %d", round)
			for _, day := range reply.Days {
				require.Zero(t, day.Added+day.Removed+day.Changed, "round %d", round)
			}
			require.Equal(t, before, d.state(), "round %d", round)
		}
	}
}

func csvOf(lines ...string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func TestATableWithAnErrorChangesNothingAndNamesEveryOne(t *testing.T) {
	t.Parallel()
	d := sit(t)
	good := "2026-11-23,soup,Soup,30,Arabic,Vegan,gluten,,"
	before := d.state()
	for _, c := range []struct {
		line string
		want planner.TableError
	}{
		{"2026-11-24,stew," + strings.Repeat("long ", 40) + ",30,Arabic,,,,", planner.TableError{Row: 3, Column: "name"}},
		{"2026-11-24,stew,-,30,Arabic,,,,", planner.TableError{Row: 3, Column: "name", Value: "-"}},
		{"2026-11-24,stew,Stew,,Arabic,,,,", planner.TableError{Row: 3, Column: "price"}},
		{"2026-11-24,stew,Stew,30,Arabic,,,," + "photo:" + strings.Repeat("ab", 16),
			planner.TableError{Row: 3, Column: "picture", Value: "photo:" + strings.Repeat("ab", 16)}},
		{"2026-11-20,soup,,,,,,,", planner.TableError{Row: 3, Column: "date", Value: "2026-11-20"}},
		{"2026-11-24,soup,,31,,,,,", planner.TableError{Row: 3, Column: "price", Value: "31"}},
	} {
		reply := d.imports(csvOf("date,meal,name,price,cuisine,diets,contains,portions,picture", good, c.line), true, true)
		require.Len(t, reply.Errors, 1, c.line)
		e := reply.Errors[0]
		require.Equal(t, []any{c.want.Row, c.want.Column}, []any{e.Row, e.Column}, c.line)
		if c.want.Value != "" {
			require.Equal(t, c.want.Value, e.Value)
		}
		require.Regexp(t, `^[A-Z].*\.$`, e.What)
		require.Equal(t, before, d.state(), c.line)
	}
	d.imports(csvOf("meal,name,price,cuisine", "soup,Soup,30,2"), true, false)
	before = d.state()
	reply := d.imports(csvOf("meal,picture", "soup,photo:"+strings.Repeat("ab", 16)), true, false)
	require.Len(t, reply.Errors, 1, "a meal that is there needs its photo too")
	require.Equal(t, before, d.state())
	_, err := d.planner.HandleImport(t.Context(), d.cook, planner.ImportRequest{File: "not base64"})
	require.Equal(t, fault.Invalid, fault.As(err).Kind)
	for _, data := range [][]byte{nil, []byte("date,meal\n"), []byte("date,meal\n" + strings.Repeat(",soup\n", 5001)),
		make([]byte, planner.MaxTableBytes+1)} {
		_, err := d.planner.HandleImport(t.Context(), d.cook, planner.ImportRequest{File: base64.StdEncoding.EncodeToString(data)})
		require.NotNil(t, fault.As(err).Fields["file"])
	}
	_, err = d.planner.HandleImport(t.Context(), web.Caller{ProfileID: d.cook.ProfileID},
		planner.ImportRequest{File: base64.StdEncoding.EncodeToString(csvOf("meal", "soup"))})
	require.ErrorIs(t, err, web.ErrUnauthenticated, "a session that ended imports nothing")
}

func TestOnlyTheDatesOfATableAreReplacedInItsOrder(t *testing.T) {
	t.Parallel()
	d := sit(t)
	d.imports(csvOf("date,meal,portions,name,price,cuisine", "2026-11-23,a,5,A,30,1", "2026-11-23,b,,B,30,1", "2026-11-24,a,7,,,",
		"2026-11-25,b,,,,"), true, true)
	planned := func() string {
		return servertest.One[string](t, d.pool,
			"SELECT string_agg(to_char(date, 'DD') || code || coalesce(portions::text, ''), ' ' ORDER BY date, place) FROM planned_meals JOIN "+
				"meals ON id = meal")
	}
	require.Equal(t, "23a5 23b 24a7 25b", planned())
	reply := d.imports(csvOf("meal,date,portions,name,price,cuisine", "c,2026-11-23,,C,31.5,Indian", "b,2026-11-23,,,,", "a,2026-11-23,5,,,"),
		true, false)
	require.Equal(t, "23c 23b 23a5 24a7 25b", planned())
	require.Equal(t, []planner.ImportedDay{{Date: servertest.Week, Added: 1, Changed: 2}}, reply.Days, "those that stay change places")
	require.Equal(t, []planner.ImportedMeal{{Code: "c", Name: "C", What: "new", Fields: []string{"name", "price", "cuisine"}}}, reply.Meals)
	reply = d.imports(csvOf("meal,price", "c,32"), true, true)
	require.Equal(t, []planner.ImportedMeal{{Code: "c", Name: "C", What: "changed", Fields: []string{"price"}}}, reply.Meals)
	require.Empty(t, reply.Published, "a table without dates publishes no week")
	require.Equal(t, int64(3200), servertest.One[int64](t, d.pool, "SELECT (body->>'price')::bigint FROM meals WHERE code = 'c'"))
	require.Equal(t, 1, d.acts("meal.change"))

	d.imports(csvOf("meal,description", "c,Caf\u00e9"), true, false)
	before := d.state()
	reply = d.imports(csvOf("meal,description", "c,Cafe\u0301"), true, false)
	require.Empty(t, reply.Meals, "the same letters, written otherwise")
	require.Equal(t, before, d.state())

	// A week that was published and never planned keeps what it has on its other dates.
	servertest.Do(t, d.pool, "DELETE FROM planned_weeks")
	d.imports(csvOf("meal,date", "c,2026-11-24"), true, false)
	require.Equal(t, "23a5 23b 24c 25b", planned())
}

func TestAllWeeksOfATableArePublishedOrNone(t *testing.T) {
	t.Parallel()
	d := sit(t)
	servertest.Do(t, d.pool, "INSERT INTO closed_days (date, name) VALUES ('2026-12-02', 'National Day')")
	head, first := "date,meal,portions,name,price,cuisine", "2026-11-23,a,5,A,30,1"
	before := d.state()
	for line, want := range map[string]planner.TableError{
		"2026-12-02,a,,,,": {Row: 3, Column: "date", Value: "2026-12-02"},
		"2026-12-01,a,,,,": {Row: 0, Column: "date", Value: "2026-11-30"},
	} {
		reply := d.imports(csvOf(head, first, line), true, true)
		for i := range reply.Errors {
			reply.Errors[i].What = ""
		}
		require.Contains(t, reply.Errors, want)
		require.Equal(t, before, d.state())
	}
	reply := d.imports(csvOf(head, first, "2026-12-02,a,,,,"), true, false)
	require.Empty(t, reply.Errors, "it can be planned")
	require.Equal(t, "National Day", reply.Days[1].Closed)

	d.imports(csvOf(head, first), true, true)
	servertest.Do(t, d.pool, "UPDATE portions SET taken = 4")
	reply = d.imports(csvOf(head, "2026-11-23,a,3,,,"), true, true)
	require.Equal(t,
		[]planner.TableError{{Row: 2, Column: "portions", Value: "3", What: "More portions than these are taken of a on 2026-11-23."}},
		reply.Errors)
	servertest.Do(t, d.pool, "UPDATE meals SET archived_at = now()")
	reply = d.imports(csvOf(head, "2026-11-24,a,,,,"), true, false)
	require.Equal(t, "This meal is archived. Put it back into the book before it is planned.", reply.Errors[0].What)
}

func TestTwoWhoImportTheSameAtOnceAddItOnce(t *testing.T) {
	t.Parallel()
	d := sit(t)
	data := csvOf("date,meal,name,price,cuisine", "2026-11-23,a,A,30,1", "2026-11-24,b,B,30,1", "2026-11-23,c,C,30,1")
	imports := func() error {
		reply, err := d.planner.Import(d.Context(), data, true, true)
		if err == nil && !reply.Applied {
			err = fmt.Errorf("%v", reply.Errors)
		}
		return err
	}
	for _, err := range atOnce(imports, imports, imports) {
		require.NoError(t, err)
	}
	require.Equal(t, int64(1),
		servertest.One[int64](t, d.pool,
			"SELECT count(*) FROM acts WHERE kind = 'menu.import' AND profile_id IS NULL AND note = 'at the command line'"))
	require.Equal(t, int64(1), servertest.One[int64](t, d.pool, "SELECT max(rev) FROM meals"))
}

func TestAnExportOfNothingNamesTheColumnsAndTheTemplateCanBeImported(t *testing.T) {
	t.Parallel()
	d := sit(t)
	empty, err := d.planner.HandleExport(t.Context(), d.cook, planner.ExportRequest{From: "2026-11-24", Until: "2026-11-23", Format: "csv"})
	require.NoError(t, err)
	require.Equal(t,
		"\ufeffdate,meal,portions,name,name_ar,description,price,cuisine,diets,contains,may_contain,"+
			"no_data,kcal,protein,carbohydrate,fat,new_until,picture\r\n", string(empty.Body))
	require.Equal(t, "sahn-menus 2026-11-24 2026-11-23.csv", empty.Name)
	for _, format := range []string{"csv", "xlsx"} {
		got, err := d.planner.HandleExport(t.Context(), d.cook, planner.ExportRequest{Template: "yes", Format: format})
		require.NoError(t, err)
		reply := d.imports(got.Body, false, true)
		require.Empty(t, reply.Errors)
		require.Len(t, reply.Meals, 2)
	}
	for _, r := range []planner.ExportRequest{{Format: "csv"}, {From: "2026-11-23", Until: "soon", Format: "csv"},
		{From: "2000-01-01", Until: "2099-01-01", Format: "csv"}} {
		_, err := d.planner.HandleExport(t.Context(), d.cook, r)
		require.Equal(t, fault.Invalid, fault.As(err).Kind)
	}
	_, err = d.planner.Export(t.Context(), planner.ExportRequest{From: "2026-11-23", Until: "2026-11-27"})
	require.NoError(t, err)
	require.Equal(t, web.CSV, empty.Type)
}

func BenchmarkImport(b *testing.B) {
	for _, format := range []string{"csv", "xlsx"} {
		data := file(b, month(4), format)
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				d := sit(b)
				b.StartTimer()
				reply, err := d.planner.Import(b.Context(), data, true, true)
				require.NoError(b, err)
				require.True(b, reply.Applied)
				require.Len(b, reply.Published, 4)
			}
		})
	}
}
