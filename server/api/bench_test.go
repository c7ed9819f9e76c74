package api_test

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/order"
	"sahn/server/payment/aps"
	"sahn/server/platform/cache"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// targets are what the bench measures, each in turn for a slice of time, with so many clients at once. The processor time of a request of
// a kind is compared with that of a like one: the same rows written by one batch of statements, or the same bytes answered by a Fiber app
// that does nothing else.
var targets = []struct {
	kind, like string
	clients    []int
}{
	{"hand-off", "direct hand-off", []int{8, 32}}, {"direct hand-off", "", []int{8}},
	{"sync of 10", "direct sync of 10", []int{8, 32}}, {"direct sync of 10", "", []int{8}},
	{"idle sync", "bare idle sync", []int{8, 32}}, {"bare idle sync", "", []int{8}},
	{"menu 200", "bare menu 200", []int{8, 32}}, {"bare menu 200", "", []int{8}},
	{"menu 304", "bare menu 304", []int{8, 32}}, {"bare menu 304", "", []int{8}},
	{"get-profile", "bare get-profile", []int{8, 32}}, {"bare get-profile", "", []int{8}},
}

// timeSpent is what happened in some slices: requests, the processor time of the process that answered them (for a direct one, that asked)
// and of Postgres and Redis, and how long each took. Those that a busy server refused are counted apart.
type timeSpent struct {
	Done           int
	Refused        int
	In, Out        int64 // bytes of requests and answers of the hour
	Took           time.Duration
	Times          []time.Duration
	api, sql, fast time.Duration
	asked          time.Duration // of the process that asks
}

func (s *timeSpent) add(o timeSpent) {
	s.Done, s.Refused, s.Took, s.Times = s.Done+o.Done, s.Refused+o.Refused, s.Took+o.Took, append(s.Times, o.Times...)
	s.In, s.Out = s.In+o.In, s.Out+o.Out
	s.api, s.sql, s.fast = s.api+o.api, s.sql+o.sql, s.fast+o.fast
}

func (s *timeSpent) each(d time.Duration) float64 {
	return float64(d.Microseconds()) / float64(max(1, s.Done))
}

func (s *timeSpent) within(part float64) float64 {
	if len(s.Times) == 0 {
		return 0
	}
	slices.Sort(s.Times)
	return float64(s.Times[int(part*float64(len(s.Times)-1))].Microseconds()) / 1000
}

// With BENCH, the number of runs, it measures and prints a table; without, it only sees that each kind is answered:
//
//	BENCH=5 go test ./server/api -run TheBenchMeasures -v
func TestEachKindOfRequestThatTheBenchMeasuresIsAnswered(t *testing.T) {
	runs, rounds, slice, people := 1, 1, 20*time.Millisecond, 600
	if named := os.Getenv("BENCH"); named != "" {
		var err error
		runs, err = strconv.Atoi(named)
		require.NoError(t, err)
		rounds, slice, people = 16, 150*time.Millisecond, 4000+8000*runs
		t.Setenv("TEST_DATABASE_URL", durable(t))
	} else {
		t.Parallel()
	}
	x := openBench(t, people, false)
	all := make([]map[string]*timeSpent, runs)
	for run := range all {
		all[run] = map[string]*timeSpent{}
		for range rounds {
			for _, target := range targets {
				for _, clients := range target.clients {
					key := target.kind + " " + strconv.Itoa(clients)
					all[run][key] = cmp.Or(all[run][key], &timeSpent{})
					all[run][key].add(x.slice(target.kind, clients, slice))
				}
			}
		}
	}
	for _, target := range targets {
		for _, clients := range target.clients {
			require.Positive(t, all[0][target.kind+" "+strconv.Itoa(clients)].Done, target.kind)
		}
	}
	if os.Getenv("BENCH") != "" {
		printBench(all)
	}
}

// printBench prints the middle of all runs, and of the ratio the least and the most.
func printBench(runs []map[string]*timeSpent) {
	fmt.Printf("%d processors, Postgres 18 that keeps what it commits, %d runs; load average %s\n\n", runtime.NumCPU(), len(runs),
		loadAverage())
	fmt.Println("| request | /s, 8 clients | p50, p99 ms | /s, 32 clients | p50, p99 ms | µs of API | of Postgres | of Redis | ratio | " +
		"least to most |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, target := range targets {
		middle := func(of func(run map[string]*timeSpent) float64) (least, half, most float64) {
			var each []float64
			for _, run := range runs {
				each = append(each, of(run))
			}
			slices.Sort(each)
			return each[0], each[len(each)/2], each[len(each)-1]
		}
		half := func(clients int, of func(s *timeSpent) float64) float64 {
			_, half, _ := middle(func(run map[string]*timeSpent) float64 { return of(run[target.kind+" "+strconv.Itoa(clients)]) })
			return half
		}
		cells := []string{target.kind}
		for _, clients := range []int{8, 32} {
			if !slices.Contains(target.clients, clients) {
				cells = append(cells, "", "")
				continue
			}
			cells = append(cells, fmt.Sprintf("%.0f", half(clients, func(s *timeSpent) float64 { return float64(s.Done) / s.Took.Seconds() })),
				fmt.Sprintf("%.1f, %.1f", half(clients, func(s *timeSpent) float64 { return s.within(0.5) }),
					half(clients, func(s *timeSpent) float64 { return s.within(0.99) })))
		}
		cells = append(cells, fmt.Sprintf("%.0f", half(8, func(s *timeSpent) float64 { return s.each(s.api) })),
			fmt.Sprintf("%.0f", half(8, func(s *timeSpent) float64 { return s.each(s.sql) })),
			fmt.Sprintf("%.0f", half(8, func(s *timeSpent) float64 { return s.each(s.fast) })))
		if target.like != "" {
			least, ratio, most := middle(func(run map[string]*timeSpent) float64 {
				one, like := run[target.kind+" 8"], run[target.like+" 8"]
				return one.each(one.api+one.sql) / like.each(like.api+like.sql)
			})
			cells = append(cells, fmt.Sprintf("%.2f", ratio), fmt.Sprintf("%.2f to %.2f", least, most))
		} else {
			cells = append(cells, "", "")
		}
		fmt.Println("| " + strings.Join(cells, " | ") + " |")
	}
	for key, s := range runs[len(runs)-1] {
		if s.Refused > 0 {
			fmt.Printf("\nrefused in the last run, because the server was busy: %d of %s clients", s.Refused, key)
		}
	}
	fmt.Println()
}

// durable is a Postgres of the bench's own, with the settings of the one that the program starts.
func durable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for at := dir; at != os.TempDir() && at != "/"; at = filepath.Dir(at) { // it may have to run as another user
		require.NoError(t, os.Chmod(at, 0o755))
	}
	running, err := local.StartPostgres(t.Context(), local.Options{Dir: filepath.Join(dir, "postgres"), MaxConnections: 100})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, running.Stop()) })
	return running.URL("postgres") + "&default_query_exec_mode=cache_statement"
}

// rig is the server in this process, its Redis, a process that asks, and one that answers the same bytes and does nothing else.
type rig struct {
	*testing.T
	postmaster, redis, driver, bare int
	busy                            map[int]time.Duration // by process of Postgres
	server                          *testApp
	others                          float64 // processors that other programs used while the hour was played
	say                             *json.Encoder
	hear                            *json.Decoder
}

// setup is what the other processes are told.
type setup struct {
	Role, Server, Bare, Database string
	People                       []visitor
	Order                        order.HandoffRequest
	Place                        db.OrderPlaceParams
	Hash, Week, ETag             string
	Dates                        []clock.Date
	Meals                        []string
	Answers                      map[string]recorded
	Cards                        aps.Settings
}

// visitor is somebody who is signed in.
type visitor struct{ Session, XSRF, Profile, Company, Device string }

// recorded is an answer of the server.
type recorded struct {
	Status int
	Header map[string]string
	Body   []byte
}

func openBench(t *testing.T, people int, real bool) *rig {
	t.Helper()
	pool := servertest.DB(t)
	h := openIdle(t, pool)
	(&past{testApp: h, people: people, companies: 40}).grow(people / 4)
	servertest.Do(t, pool, "UPDATE companies SET share_value = 500, share_cap = 500, share_duration = 'Daily' WHERE id LIKE '01GCM%'")
	servertest.Do(t, pool, "DELETE FROM closed_days")
	listener, public := listen(t)
	h.url = public.String()
	x := &rig{T: t, busy: map[int]time.Duration{}, postmaster: parentOf(servertest.One[int](t, pool, "SELECT pg_backend_pid()"))}
	var hear *bufio.Reader
	x.redis, h.redis = x.remembers(real)
	parts := h.assemble(public, h.parts.Payments.Provider.Settings)
	fast, err := cache.Open("redis://"+h.redis, parts.Edge.Log)
	require.NoError(t, err)
	t.Cleanup(func() { _ = fast.Close() })
	parts.Limiter, parts.Edge.Proxies = web.NewLimiter(fast), []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	serve(t, listener, parts)
	x.server = h

	s := setup{Role: "bare", Server: public.Host, Database: pool.Config().ConnString(), Answers: map[string]recorded{}}
	s.sign(t, h, people)
	monday := clock.DateOf(now).Monday() + 14
	for day := range clock.Date(5) {
		s.Dates = append(s.Dates, monday+day)
		s.Meals = append(s.Meals, servertest.Meal(monday+day, 0))
	}
	servertest.Do(t, pool, `INSERT INTO profile_revs (profile_id, rev) SELECT id, 5 FROM profiles WHERE id LIKE '01GPR%'
		ON CONFLICT DO NOTHING`)
	servertest.Do(t, pool, `INSERT INTO draft_days (profile_id, date, rev, set_rev, items)
		SELECT p.id, d.date, d.n, d.n, jsonb_build_array(jsonb_build_object('meal', d.meal, 'qty', 1))
		FROM profiles p, unnest($1::date[], $2::text[]) WITH ORDINALITY d (date, meal, n) WHERE p.id LIKE '01GPR%'`, s.Dates, s.Meals)
	s.equip(t, h)
	servertest.Do(t, pool, "ANALYZE")
	s.record(t)
	x.bare, _, hear = x.child(s)
	line, err := hear.ReadString('\n')
	require.NoError(t, err)
	s.Role, s.Bare = "drive", strings.TrimSpace(line)
	var say *json.Encoder
	x.driver, say, hear = x.child(s)
	x.say, x.hear = say, json.NewDecoder(hear)
	x.slice("menu 304", 1, time.Millisecond) // it answers when it has prepared itself
	return x
}

// sign makes a session for each of the people.
func (s *setup) sign(t *testing.T, h *testApp, people int) {
	t.Helper()
	ids, profiles := [][]byte{}, []string{}
	for n := range people {
		v := visitor{Session: web.NewToken(), Profile: grown("PR", n), Company: grown("CM", n%40), Device: grown("DV", n)}
		v.XSRF = h.xsrfOf(v.Session)
		id := sha256.Sum256([]byte(v.Session))
		s.People, ids, profiles = append(s.People, v), append(ids, id[:]), append(profiles, v.Profile)
	}
	servertest.Do(t, h.pool, `INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at)
		SELECT x.id, p.id, p.person_id, $3::timestamptz, $3, 1000000, $3 + interval '1 day'
		FROM unnest($1::bytea[], $2::text[]) x (id, profile) JOIN profiles p ON p.id = x.profile`, ids, profiles, now)
}

// record asks once for everything, so that the other processes know what is answered.
func (s *setup) record(t *testing.T) {
	t.Helper()
	w := &wire{at: s.Server}
	first := s.People[len(s.People)-1]
	ask := func(method, path string, body any, headers ...string) recorded {
		got, err := w.ask(first, method, path, body, headers...)
		require.NoError(t, err)
		return got
	}
	var weeks struct {
		Weeks []struct{ Value, Hash string }
	}
	listed := ask("GET", "/api/menu", nil)
	require.NoError(t, json.Unmarshal(listed.Body, &weeks), "%s", listed.Body)
	for _, w := range weeks.Weeks {
		if w.Value == s.Dates[0].String() {
			s.Week, s.Hash = w.Value, w.Hash
		}
	}
	s.Answers["menu 200"] = ask("GET", "/api/menu/"+s.Week+"/"+s.Hash, nil, "Accept-Encoding: br")
	s.ETag = s.Answers["menu 200"].Header["Etag"]
	s.Answers["menu 304"] = ask("GET", "/api/menu/"+s.Week+"/"+s.Hash, nil, "Accept-Encoding: br", "If-None-Match: "+s.ETag)
	s.Answers["get-profile"] = ask("GET", "/api/get-profile", nil)
	require.Equal(t, []int{http.StatusOK, http.StatusNotModified, http.StatusOK},
		[]int{s.Answers["menu 200"].Status, s.Answers["menu 304"].Status, s.Answers["get-profile"].Status})
	talk := &device{who: first, id: first.Device}
	_, err := talk.sync(w, nil)
	require.NoError(t, err)
	s.Answers["idle sync"], err = talk.sync(w, nil)
	require.NoError(t, err)

	quoted := ask("POST", "/api/quote", fields{"dates": s.Dates, "wallet": false})
	var is order.Quoted
	require.NoError(t, json.Unmarshal(quoted.Body, &is), "%s", quoted.Body)
	require.Empty(t, is.Quote.Issues, "%s", quoted.Body)
	s.Order = order.HandoffRequest{Revs: is.Revs, Quote: is.Quote.Hash, Seen: &is.Quote}
	s.Place = placed(t, is.Quote)
}

// placed are the rows of an order of a quote but for their ids.
func placed(t *testing.T, q quote.Quote) db.OrderPlaceParams {
	t.Helper()
	body, err := json.Marshal(q)
	require.NoError(t, err)
	row := db.OrderPlaceParams{Status: "Payment Pending", Cause: "handed to the card page", Week: q.Days[0].Date.Monday(),
		GrossAmount: q.Gross, Discount: q.Discount, NetAmount: q.Net, CompanyShare: q.CompanyShare, EmployeeShare: q.EmployeeShare,
		PayableAmount: q.Payable,
		AmountDue:     q.Payable, VatAmount: q.VAT, CompanyVatAmount: q.CompanyVAT, Terms: []byte(`{"share_type": "Flat", "share_value": 500}`),
		Quote: body, QuoteHash: q.Hash, DraftRevs: []byte(`{}`), CreatedAt: now}
	for _, on := range q.Days {
		row.Dates, row.Cutoffs = append(row.Dates, on.Date), append(row.Cutoffs, on.Cutoff)
		row.GrossAmounts, row.NetAmounts = append(row.GrossAmounts, int64(on.Gross)), append(row.NetAmounts, int64(on.Net))
		row.CompanyShares, row.VatAmounts = append(row.CompanyShares, int64(on.CompanyShare)), append(row.VatAmounts, int64(on.VAT))
		row.VatRates, row.SharesBefore = append(row.VatRates, int(on.VATRate)), append(row.SharesBefore, 0)
		l := on.Items[0]
		row.Meals, row.Names, row.Quantities = append(row.Meals, l.Meal), append(row.Names, l.Name), append(row.Quantities, l.Qty)
		row.Prices, row.Discounteds = append(row.Prices, int64(l.Price)), append(row.Discounteds, int64(l.Discounted))
		row.Totals, row.Vats = append(row.Totals, int64(l.Total)), append(row.Vats, int64(l.VAT))
		row.Positions, row.Reserves = append(row.Positions, 0), append(row.Reserves, 0)
	}
	return row
}

// child is another process of this program.
func (x *rig) child(s setup) (pid int, say *json.Encoder, hear *bufio.Reader) {
	x.Helper()
	told, err := json.Marshal(s)
	require.NoError(x, err)
	path := filepath.Join(x.TempDir(), "setup.json")
	require.NoError(x, os.WriteFile(path, told, 0o600))
	c := exec.CommandContext(x.Context(), os.Args[0])
	c.Env, c.Stderr = append(os.Environ(), childEnv+"="+path), os.Stderr
	in, err := c.StdinPipe()
	require.NoError(x, err)
	out, err := c.StdoutPipe()
	require.NoError(x, err)
	require.NoError(x, c.Start())
	x.Cleanup(func() { _ = in.Close(); _ = c.Wait() })
	return c.Process.Pid, json.NewEncoder(in), bufio.NewReader(out)
}

// slice lets clients ask for some time, and measures.
func (x *rig) slice(kind string, clients int, long time.Duration) timeSpent {
	x.Helper()
	return x.turn(turn{Kind: kind, Clients: clients, Long: long}).timeSpent
}

// told is what the process that asks says of a turn.
type told struct {
	Error string
	timeSpent
	Kinds map[string]timeSpent // of the hour
}

func (x *rig) turn(t turn) told {
	x.Helper()
	kind := t.Kind
	answers := os.Getpid()
	switch {
	case strings.HasPrefix(kind, "direct"):
		answers = x.driver
	case strings.HasPrefix(kind, "bare"):
		answers = x.bare
	}
	api, sql, fast, asked := busy(answers), x.postgres(), busy(x.redis), busy(x.driver)
	require.NoError(x, x.say.Encode(t))
	var said told
	require.NoError(x, x.hear.Decode(&said))
	require.Empty(x, said.Error, kind)
	said.api, said.sql, said.fast = busy(answers)-api, x.postgres()-sql, busy(x.redis)-fast
	said.asked = busy(x.driver) - asked
	return said
}

// busy is the processor time of all threads of a process so far; 0 where there is no /proc.
func busy(pid int) (sum time.Duration) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, thread := range threads {
		if said, err := os.ReadFile(thread); err == nil {
			ns, _ := strconv.ParseInt(strings.Fields(string(said))[0], 10, 64)
			sum += time.Duration(ns)
		}
	}
	return sum
}

// postgres is the processor time of the server's processes so far, also of those that ended, but for autovacuum, which works when it likes.
func (x *rig) postgres() (sum time.Duration) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range all {
		pid, _ := strconv.Atoi(filepath.Base(process))
		if x.postmaster < 2 || parentOf(pid) != x.postmaster {
			continue
		}
		if is, _ := os.ReadFile(process + "/cmdline"); !strings.Contains(string(is), "autovacuum") {
			x.busy[pid] = max(x.busy[pid], busy(pid))
		}
	}
	for _, timeSpent := range x.busy {
		sum += timeSpent
	}
	return sum
}

func parentOf(pid int) int {
	said, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	rest := strings.Fields(string(said[strings.LastIndexByte(string(said), ')')+1:]))
	parent, _ := strconv.Atoi(rest[1])
	return parent
}

func loadAverage() string {
	said, _ := os.ReadFile("/proc/loadavg")
	return strings.TrimSpace(string(said))
}
