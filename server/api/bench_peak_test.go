package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/capacity"
	"sahn/server/dev/servertest"
)

// With PEAK, the seconds for which it plays, it measures what each request of the hour before the cut-off costs, plays the hour of as many
// people as this machine bears, and compares that with the model; without, it only sees that each kind is answered and counted:
//
//	PEAK=60 go test ./server/api -run TheHourBeforeTheCutOff -v
func TestEachRequestOfTheHourBeforeTheCutOffIsAnsweredAndCounted(t *testing.T) {
	people, rounds, slice, long := 900, 1, 30*time.Millisecond, 300*time.Millisecond
	measures := os.Getenv("PEAK") != ""
	if measures {
		seconds, err := strconv.Atoi(os.Getenv("PEAK"))
		require.NoError(t, err)
		people, rounds, slice, long = 12_000, 12, 250*time.Millisecond, time.Duration(seconds)*time.Second
		t.Setenv("TEST_DATABASE_URL", durable(t))
	} else {
		t.Parallel()
		servertest.Deep(t, "the page's tables, which are compared with the model")
	}
	x := openBench(t, people, measures)
	if measures { // whether a page is written whole depends on the last checkpoint, not on the request
		for _, sql := range []string{"ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()"} {
			_, err := x.server.pool.Exec(t.Context(), sql)
			require.NoError(t, err)
		}
	}
	m := x.costs(rounds, slice)
	for _, r := range capacity.Hour {
		require.Positive(t, m.Kinds[r.Kind].In*m.Kinds[r.Kind].Out*m.Kinds[r.Kind].Alone, r.Kind)
	}
	require.Positive(t, servertest.One[int](t, x.server.pool, "SELECT count(*) FROM orders WHERE status = 'Confirmed' AND id > '01H'"),
		"orders whose payment the provider told of")
	eaters := 200_000.0
	if measures {
		eaters = m.Bears(0.4 * float64(runtime.NumCPU()))
	}
	before := x.looks()
	played := x.turn(turn{Kind: "hour", Clients: 64, Long: long, Rates: capacity.Rates(eaters)})
	x.others = x.othersSince(before, played)
	m.Order = (servertest.One[float64](t, x.server.pool, "SELECT pg_database_size(current_database())::float8") - before.size) /
		math.Max(1, float64(played.Kinds["hand-off"].Done))
	require.Positive(t, played.Kinds["hand-off"].Done, "orders of the hour")
	if measures {
		x.compare(m, eaters, played, before)
		text, err := json.MarshalIndent(m, "", "  ")
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll("../../artifacts", 0o755))
		require.NoError(t, os.WriteFile("../../artifacts/capacity.json", append(text, '\n'), 0o644))
	}
}

// looks is what was so far: bytes of WAL and of the database, and the processor time of the whole machine.
type looks struct {
	wal, size float64
	machine   time.Duration
}

func (x *rig) looks() looks {
	x.Helper()
	return looks{x.wal(), servertest.One[float64](x.T, x.server.pool, "SELECT pg_database_size(current_database())::float8"), machineTime()}
}

func (x *rig) wal() float64 {
	x.Helper()
	return servertest.One[float64](x.T, x.server.pool, "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8")
}

// othersSince is how many processors other programs used.
func (x *rig) othersSince(before looks, played told) float64 {
	all := (machineTime() - before.machine).Seconds()
	return math.Max(0, all-(played.api+played.sql+played.fast+played.asked).Seconds()) / played.Took.Seconds()
}

// machineTime is the processor time that all processors worked so far.
func machineTime() time.Duration {
	said, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(said), "\n")
	sum := 0
	for i, n := range strings.Fields(line)[1:] {
		if ticks, err := strconv.Atoi(n); err == nil && i != 3 && i != 4 && i < 8 { // neither idle nor waiting for a disk
			sum += ticks
		}
	}
	return time.Duration(sum) * 10 * time.Millisecond
}

// remembers starts a Redis: Debian's when a real one is wanted and there is one, and else that of the program.
func (x *rig) remembers(real bool) (pid int, address string) {
	x.Helper()
	program, err := exec.LookPath("redis-server")
	if !real || err != nil {
		pid, _, hear := x.child(setup{Role: "redis"})
		line, err := hear.ReadString('\n')
		require.NoError(x, err)
		return pid, strings.TrimSpace(line)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(x, err)
	address = free.Addr().String()
	require.NoError(x, free.Close())
	_, port, _ := net.SplitHostPort(address)
	c := exec.CommandContext(x.Context(), program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", x.TempDir())
	out, err := c.StdoutPipe()
	require.NoError(x, err)
	require.NoError(x, c.Start())
	x.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "Ready to accept") {
	}
	go func() {
		for lines.Scan() {
		}
	}()
	return c.Process.Pid, address
}

// costs measures each kind of the hour by itself, in turns.
func (x *rig) costs(rounds int, slice time.Duration) capacity.Measured {
	x.Helper()
	m := capacity.Measured{Kinds: map[string]capacity.Cost{}, Machine: fmt.Sprintf("%d processors, load average %s", runtime.NumCPU(),
		loadAverage())}
	sums, alone, wal := map[string]*timeSpent{}, map[string]*timeSpent{}, map[string]float64{}
	for _, r := range capacity.Hour {
		sums[r.Kind], alone[r.Kind] = &timeSpent{}, &timeSpent{}
		x.slice("hour "+r.Kind, 2, slice) // connections learn the statements
	}
	for range rounds {
		for _, kind := range x.inOrder() {
			before := x.wal()
			x.into(sums[kind], kind, 2, slice)
			wal[kind] += x.wal() - before
			x.into(alone[kind], kind, 1, slice)
		}
	}
	counted, spending := x.server.metered(x.server.redis, netip.MustParsePrefix("127.0.0.0/8"))
	at := strings.TrimPrefix(counted.url, "http://")
	for _, kind := range x.inOrder() {
		x.turn(turn{Kind: "hour " + kind, Clients: 1, Long: slice, At: at})
		before := spending().statements
		done := x.turn(turn{Kind: "hour " + kind, Clients: 1, Long: slice, At: at}).Done
		s := sums[kind]
		of := func(n float64) float64 { return math.Round(n/math.Max(1, float64(s.Done))*10) / 10 }
		m.Kinds[kind] = capacity.Cost{API: of(float64(s.api.Microseconds())), Postgres: of(float64(s.sql.Microseconds())),
			Redis: of(float64(s.fast.Microseconds())), In: of(float64(s.In)), Out: of(float64(s.Out)), WAL: of(wal[kind]),
			Statements: math.Round(float64(spending().statements-before) / math.Max(1, float64(done))), Alone: alone[kind].within(0.5)}
	}
	m.Idle, m.Session = x.idle(20*slice), x.session()
	return m
}

// into adds a slice in which at least one request was answered, on a machine that does much else too.
func (x *rig) into(sum *timeSpent, kind string, clients int, slice time.Duration) {
	x.Helper()
	for range 20 {
		if sum.add(x.slice("hour "+kind, clients, slice)); sum.Done > 0 {
			return
		}
	}
}

// inOrder are the kinds, hand-offs before those that need one.
func (x *rig) inOrder() (kinds []string) {
	for _, r := range capacity.Hour {
		kinds = append(kinds, r.Kind)
	}
	return kinds
}

// idle is what the engines take in a second when nobody asks.
func (x *rig) idle(long time.Duration) capacity.Cost {
	x.Helper()
	written := x.wal()
	api, sql, fast, began := busy(os.Getpid()), x.postgres(), busy(x.redis), time.Now()
	time.Sleep(long)
	each := func(d time.Duration) float64 {
		return math.Round(float64(d.Microseconds()) / time.Since(began).Seconds())
	}
	return capacity.Cost{API: each(busy(os.Getpid()) - api), Postgres: each(x.postgres() - sql), Redis: each(busy(x.redis) - fast),
		WAL: math.Round((x.wal() - written) / time.Since(began).Seconds())}
}

// session is how many bytes Redis has for each person whom the server has seen; 0 where the Redis does not say.
func (x *rig) session() float64 {
	x.Helper()
	client := redis.NewClient(&redis.Options{Addr: x.server.redis})
	defer client.Close()
	said, err := client.Info(x.Context(), "memory").Result()
	if err != nil {
		return 0
	}
	_, rest, found := strings.Cut(said, "used_memory_dataset:")
	if !found {
		return 0
	}
	bytes, _ := strconv.ParseFloat(strings.TrimSpace(strings.SplitN(rest, "\n", 2)[0]), 64)
	keys, _, err := client.Scan(x.Context(), 0, "*session*", 100_000).Result()
	if err != nil || len(keys) == 0 {
		return 0
	}
	return math.Round(bytes / float64(len(keys)))
}

// compare prints what the model says of the hour that was played beside what was measured.
func (x *rig) compare(m capacity.Measured, eaters float64, played told, before looks) {
	x.Helper()
	seconds, own := played.Took.Seconds(), m.Of(capacity.Rates(eaters))
	used := (own.API + own.Postgres + own.Redis + played.asked.Seconds()/seconds + x.others) / float64(runtime.NumCPU())
	fmt.Printf("%s\nThe hour of %.0f eaters for %.0f s; the program that asks took %.2f processors and other programs %.2f.\n\n", m.Machine,
		eaters, seconds, played.asked.Seconds()/seconds, x.others)
	fmt.Print("| | the model | measured | error |\n| --- | ---: | ---: | ---: |\n")
	line := func(what, form string, says, is float64) {
		fmt.Printf("| %s | "+form+" | "+form+" | %+.0f %% |\n", what, says, is, 100*(says-is)/is)
	}
	line("requests a second", "%.1f", own.Requests, float64(played.Done)/seconds)
	line("processors of the API", "%.3f", own.API, played.api.Seconds()/seconds)
	line("of Postgres", "%.3f", own.Postgres, played.sql.Seconds()/seconds)
	line("of Redis", "%.3f", own.Redis, played.fast.Seconds()/seconds)
	line("together", "%.3f", own.API+own.Postgres+own.Redis, (played.api+played.sql+played.fast).Seconds()/seconds)
	line("kB of WAL a second", "%.0f", own.WAL/1e3, (x.wal()-before.wal)/1e3/seconds)
	line("kB a second to the people", "%.0f", own.Out/1e3, float64(played.Out)/1e3/seconds)
	for _, r := range capacity.Hour {
		if of := played.Kinds[r.Kind]; of.Done >= 50 {
			line("ms of "+r.Kind+", p50", "%.1f", m.Answered(r.Kind, float64(runtime.NumCPU()), used), of.within(0.5))
		}
	}
	fmt.Printf("\n%d refused\n", played.Refused)
}
