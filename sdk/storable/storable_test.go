package storable_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"outrider.dev/sdk/storable"
)

func TestJSON(t *testing.T) {
	deep := strings.Repeat("[", 250) + strings.Repeat("]", 250)
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"nothing wrong", `{"a":"v","b":[1,2.5,true,null],"c":{"d":"\ud83d\ude9a é"}}`, nil},
		{"no JSON", `{"a":"\u0000`, nil},
		{"a NUL", `{"a":{"b":[1,"x\u0000"]}}`, []string{"body.a.b[1]"}},
		{"an escaped backslash", `{"a":"\\u0000"}`, nil},
		{"a backslash and a NUL", `{"a":"\\\u0000"}`, []string{"body.a"}},
		{"a NUL in a name", `{"a\u0000":1}`, []string{"body"}},
		{"no UTF-8", "{\"a\":\"\xff\",\"b\":\"v\",\"c\":\"\xc0\xaf\"}", []string{"body.a", "body.c"}},
		{"a high surrogate alone", `["\ud83d","\ud83dx","\ud83d\u0041"]`, []string{"body[0]", "body[1]", "body[2]"}},
		{"a low surrogate alone", `["\ude9a","\uDE9A\ud83d"]`, []string{"body[0]", "body[1]"}},
		{"numbers beyond measure", `[1e308,1e309,-1e400000]`, []string{"body[1]", "body[2]"}},
		{"a number of many digits", `{"n":` + strings.Repeat("9", 400) + `}`, []string{"body.n"}},
		{"many levels", deep, []string{"body" + strings.Repeat("[0]", 200)}},
		{"a text alone", `"\u0000"`, []string{"body"}},
	} {
		if got := storable.JSON([]byte(tc.text), "body"); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
	many := "[" + strings.TrimSuffix(strings.Repeat(`"\u0000",`, 1000), ",") + "]"
	if got := storable.JSON([]byte(many), ""); len(got) > 20 {
		t.Errorf("%d places are named", len(got))
	}
}

// FuzzJSON: what is let through has no NUL and is UTF-8 once decoded and as it was written.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"a":"\u0000"}`, `["\ud83d\ude9a"]`, "\"\xff\"", `{"\\u0000":[1e5]}`, `"\\\u0000"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		if json.Unmarshal(data, &v) != nil || storable.JSON(data, "") != nil {
			return
		}
		again, err := json.Marshal(v)
		if err != nil || !utf8.Valid(data) || strings.Contains(string(again), `\u0000`) && !strings.Contains(string(again), `\\u0000`) {
			t.Errorf("%q is let through as %s, %v", data, again, err)
		}
	})
}
