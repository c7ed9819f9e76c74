package person

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrCredentials is the one answer to a failed sign-in by e-mail and password, whatever is wrong with them.
var ErrCredentials = fault.New(fault.Credentials, "bad_credentials", "Bad Credentials")

var cost = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// HashPassword is the stored form of a password: an argon2id hash with 19 MiB and two passes.
func HashPassword(password string) (string, error) { return argon2id.CreateHash(password, cost) }

// dummyHash is compared for people without a password, so that the answer takes as long as for others.
var dummyHash = sync.OnceValues(func() (string, error) { return HashPassword(web.NewToken()) })

// hashing limits the memory that password guessing can use: each check needs 19 MiB.
var hashing = make(chan struct{}, 2*runtime.NumCPU())

func slowly[T any](ctx context.Context, work func() (T, error)) (done T, err error) {
	select {
	case hashing <- struct{}{}:
		defer func() { <-hashing }()
		return work()
	case <-ctx.Done():
		return done, ctx.Err()
	}
}

func hashed(ctx context.Context, password string) (string, error) {
	return slowly(ctx, func() (string, error) { return HashPassword(password) })
}

// weigh is the slow part of a check, a variable so that tests can see what was compared.
var weigh = argon2id.ComparePasswordAndHash

func matches(ctx context.Context, password, hash string) (bool, error) {
	return slowly(ctx, func() (bool, error) { return weigh(password, hash) })
}

func (p *People) checkPassword(ctx context.Context, email, password string) (db.PersonPasswordRow, error) {
	hash, err := dummyHash()
	if err != nil {
		return db.PersonPasswordRow{}, err
	}
	row, err := db.New(p.db).PersonPassword(ctx, email)
	if err != nil && !db.None(err) {
		return row, err
	}
	if row.PasswordHash != nil {
		hash = *row.PasswordHash
	}
	match, err := matches(ctx, password, hash)
	if err != nil {
		return row, err
	}
	if !match || row.PasswordHash == nil {
		return row, ErrCredentials
	}
	return row, nil
}

// unchanged locks a person and refuses a password that was changed while it was checked, so that no session starts with it after all
// sessions were ended.
func unchanged(ctx context.Context, q *db.Queries, checked db.PersonPasswordRow) error {
	if err := q.PersonHold(ctx, checked.ID); err != nil {
		return err
	}
	now, err := q.PersonPasswordOf(ctx, checked.ID)
	if err == nil && (now.PasswordHash == nil || *now.PasswordHash != *checked.PasswordHash) {
		err = ErrCredentials
	}
	return err
}

// The rules for a new password.
const (
	minPassword = 10
	maxPassword = 200
	fewLetters  = 4
)

// strong refuses a password that is among an attacker's first guesses.
func strong(field, password, email string) error {
	n, low := utf8.RuneCountInString(password), strings.ToLower(strings.TrimSpace(password))
	local, _, _ := strings.Cut(email, "@")
	switch {
	case n < minPassword:
		return fault.Field(field, "The password must be at least 10 characters.")
	case n > maxPassword:
		return fault.Field(field, "The password must not be greater than 200 characters.")
	case low == email || low == local:
		return fault.Field(field, "The password must not be your email.")
	case wellKnown[low] || letters(low) < fewLetters || strings.Contains("01234567890123456789", low) ||
		strings.Contains("98765432109876543210", low):
		return fault.Field(field, "This password is too easy to guess.")
	case leaked(low):
		return fault.Field(field, "This password was leaked somewhere, and attackers try it first. Choose another one.")
	}
	return nil
}

func letters(s string) int {
	seen := map[rune]bool{}
	for _, r := range s {
		seen[r] = true
	}
	return len(seen)
}

// wellKnown are the passwords of ten and more characters at the top of every list of leaked passwords.
var wellKnown = func() map[string]bool {
	list := map[string]bool{}
	for word := range strings.FieldsSeq(
		`password12 password123 password1234 password12345 password123456 passw0rd123 p@ssword123 p@ssw0rd123 p@ssw0rd1234 mypassword
		newpassword password!! password123! password@123 passwordpassword qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwertyqwerty
		qwerty123! 1qaz2wsx3edc 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 asdfghjkl123 asdfghjkl; asdfasdfasdf zxcvbnm123
		abcdefghij abcdefghijk abcdefg123 abcd123456 abc1234567 abc123456789 123456789a a123456789 aa123456789 1234567890a 1234567890q
		123456789q 0987654321 iloveyou12 iloveyou123 iloveyou1234 iloveyouforever welcome123 welcome1234 welcome12345 welcome@123 admin12345
		admin123456 admin@1234 administrator letmein123 letmein1234 changeme123 changeme1234 superman123 football123 baseball123 basketball
		sunshine123 princess123 monkey1234 dragon1234 master1234 charlie123 michael123 liverpool1 liverpool123 manchester manutd1234
		chelsea123 arsenal123 barcelona1 realmadrid india12345 pakistan123 pakistan12 bismillah786 bismillah1 alhamdulillah mashallah1
		dubai12345 dubai123456 emirates123 abudhabi123 computer123 internet123 samsung1234 google1234 facebook123 whatsapp123 starwars123
		pokemon123 naruto1234 minecraft1 minecraft123 qazwsxedc123 qazwsxedcrfv trustno1trustno1 thequickbrown helloworld hello12345
		hellohello test123456 testing123 testtesttest secret1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026
		autumn2026 january2026 monday1234 lunch12345 correcthorsebatterystaple`) {
		list[word] = true
	}
	return list
}()
