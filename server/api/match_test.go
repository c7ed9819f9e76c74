package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

// asksIf is asks with an If-Match; tag is the ETag of the answer.
func (h *testApp) asksIf(key, method, path, ifMatch string, body any) (status int, tag string, said fields) {
	h.t.Helper()
	sent, err := json.Marshal(body)
	require.NoError(h.t, err)
	req, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, strings.NewReader(string(sent)))
	require.NoError(h.t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	if ifMatch != "" {
		req.Header.Set("If-Match", ifMatch)
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(h.t, err)
	defer res.Body.Close()
	require.NoError(h.t, json.NewDecoder(res.Body).Decode(&said))
	return res.StatusCode, res.Header.Get("ETag"), said
}

func TestAnEditOfAWebhookThatWasChangedMeanwhileDoesNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar := h.as(sample.Omar)
	key := omar.key("Terraform", web.ReadWebhooks, web.WriteWebhooks)["secret"].(string)
	_, _, made := h.asksIf(key, "POST", "/api/webhooks", "", aHook)
	at := "/api/webhooks/" + made["data"].(fields)["id"].(string)
	tag := func() string {
		t.Helper()
		status, tag, one := h.asksIf(key, "GET", at, "", nil)
		require.Equal(t, http.StatusOK, status)
		require.Regexp(t, `^"[0-9a-f]{24}"$`, tag, "a strong one")
		_, _, all := h.asksIf(key, "GET", "/api/webhooks", "", nil)
		listed := all["data"].([]any)[0].(fields)
		require.Equal(t, tag, listed["etag"])
		require.Equal(t, listed["events"], one["data"].(fields)["events"])
		return tag
	}
	read := tag()
	h.exec("UPDATE webhooks SET failing_at = now()")
	require.Equal(t, read, tag(), "what happens to a webhook is no edit")
	shown := omar.ok("PUT", at, fields{"events": []string{"invoice.paid"}})
	require.NotContains(t, shown["data"].([]any)[0], "etag", "the app does without")
	require.NotEqual(t, read, tag())
	state := func() string {
		return h.text("SELECT row(w)::text || (SELECT count(*) FROM acts)::text FROM webhooks w")
	}
	was := state()
	for method, path := range map[string]string{"PUT": at, "DELETE": at, "POST": at + "/rotate"} {
		for _, stale := range []string{read, `"x", ` + read, "W/" + tag(), `""`, "x"} {
			status, _, said := h.asksIf(key, method, path, stale, fields{"on": false})
			require.Equal(t, http.StatusPreconditionFailed, status, "%s %s: %v", method, path, said)
			require.Equal(t, "changed_meanwhile", said["reason"])
		}
	}
	require.Equal(t, was, state(), "nothing was done")
	status, _, _ := h.asksIf(key, "PUT", at, tag(), fields{"on": false})
	require.Equal(t, http.StatusOK, status)
	status, _, _ = h.asksIf(key, "PUT", at, "*", fields{"on": true})
	require.Equal(t, http.StatusOK, status)
	status, _, _ = h.asksIf(key, "POST", at+"/rotate", `"x", `+tag(), fields{})
	require.Equal(t, http.StatusOK, status)
	status, _, _ = h.asksIf(key, "DELETE", at, tag(), fields{})
	require.Equal(t, http.StatusOK, status)
	status, _, _ = h.asksIf(key, "DELETE", at, "*", fields{})
	require.Equal(t, http.StatusNotFound, status)
	servertest.Sound(t, h.pool)
}

// Whichever comes first, since the state is compared under the lock under which it is changed.
func TestOfTwoEditsOfTheSameStateOneIsRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	key := h.as(sample.Omar).key("Terraform", web.ReadWebhooks, web.WriteWebhooks)["secret"].(string)
	_, _, made := h.asksIf(key, "POST", "/api/webhooks", "", aHook)
	at := "/api/webhooks/" + made["data"].(fields)["id"].(string)
	_, tag, _ := h.asksIf(key, "GET", at, "", nil)
	ends := make(chan int, 2)
	for _, kind := range []string{"invoice.paid", "invoice.issued"} {
		go func() {
			status, _, _ := h.asksIf(key, "PUT", at, tag, fields{"events": []string{kind}})
			ends <- status
		}()
	}
	require.ElementsMatch(t, []int{http.StatusOK, http.StatusPreconditionFailed}, []int{<-ends, <-ends})
}

func TestAnActOnPeopleWhoChangedMeanwhileDoesNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	omar := h.as(sample.Omar)
	key := omar.key("Payroll", web.ReadPeople, web.WritePeople)["secret"].(string)
	tags := func() map[string]string {
		_, _, all := h.asksIf(key, "GET", "/api/members", "", nil)
		found := map[string]string{}
		for _, m := range all["members"].([]any) {
			found[m.(fields)["id"].(string)] = m.(fields)["etag"].(string)
		}
		return found
	}
	mariam := sample.MariamHarbour.ID
	act := func(ifMatch, act string, ids ...string) (int, fields) {
		status, _, said := h.asksIf(key, "POST", "/api/members/act", ifMatch, fields{"act": act, "ids": ids})
		return status, said
	}
	read := tags()
	require.Greater(t, len(read), 1)
	status, said := act(read[mariam], "suspend", mariam)
	require.Equal(t, http.StatusOK, status, said)
	require.Len(t, said["done"], 1)
	acts := h.count("acts")
	for _, ids := range [][]string{{mariam}, {sample.OmarHarbour.ID, mariam}, {sample.FatimaMeridian.ID}} {
		status, said = act(read[mariam]+", "+read[sample.OmarHarbour.ID], "reactivate", ids...)
		require.Equal(t, http.StatusPreconditionFailed, status, said)
		require.Equal(t, "changed_meanwhile", said["reason"])
	}
	require.Equal(t, acts, h.count("acts"), "nothing was done")
	status, said = act("*", "reactivate", mariam)
	require.Equal(t, http.StatusOK, status, said)
	require.Equal(t, read, tags(), "as before")
	status, said = act(read[sample.OmarHarbour.ID]+", "+read[mariam], "suspend", mariam, sample.OmarHarbour.ID)
	require.Equal(t, http.StatusOK, status, said)
	require.Len(t, said["refused"], 1, "an admin")
	require.NotContains(t, omar.ok("GET", "/api/members", nil)["members"].([]any)[0], "etag")
}
