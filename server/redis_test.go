package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// In a Redis Cluster the keys of one command, script or transaction must be of one slot. All of ours have one key; a pipeline may have keys
// of several, because the client sends each to its own node.
func TestEveryCommandAndScriptOfRedisHasOneKey(t *testing.T) {
	t.Parallel()
	several := regexp.MustCompile(`^(Del|Unlink|Exists|Touch|Watch)$`)
	never := regexp.MustCompile(`^(MGet|MSet|MSetNX|Rename|RenameNX|Copy|TxPipeline|TxPipelined|BLPop|BRPop|SInter|SUnion|SDiff|ZUnion|` +
		`ZInter|PFCount|PFMerge|BitOp\w+|Keys|Scan|FlushDB|FlushAll)$`)
	scripts, commands := 0, 0
	for _, s := range sources(t) {
		if strings.HasPrefix(s.folder, "dev/") {
			continue
		}
		redis := false
		for _, i := range s.syntax.Imports {
			redis = redis || i.Path.Value == `"github.com/redis/go-redis/v9"`
		}
		if !redis {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			is, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			commands++
			require.NotRegexp(t, never, is.Sel.Name, s.folder)
			if of, ours := is.X.(*ast.SelectorExpr); ours && of.Sel.Name == "redis" && several.MatchString(is.Sel.Name) {
				require.LessOrEqual(t, len(call.Args), 2, "%s of several keys in %s", is.Sel.Name, s.folder)
				require.Equal(t, token.NoPos, call.Ellipsis, s.folder)
			}
			if is.Sel.Name == "NewScript" {
				text, err := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				for _, key := range regexp.MustCompile(`KEYS\[.*?\]`).FindAllString(text, -1) {
					require.Equal(t, "KEYS[1]", key, s.folder)
				}
				for _, key := range regexp.MustCompile(`redis\.p?call\(\s*"\w+"\s*,\s*([^,)]+)`).FindAllStringSubmatch(text, -1) {
					require.Equal(t, "KEYS[1]", key[1], "a key that the client cannot know of")
				}
				scripts++
			}
			return true
		})
	}
	require.NotZero(t, scripts)
	require.NotZero(t, commands)
}
