package web

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

type inner struct {
	Kind  string  `json:"kind"`
	Share float64 `json:"share,omitempty"`
}

type level int

func (l level) MarshalText() ([]byte, error) { return []byte{'L', byte('0' + l)}, nil }

type pointed struct{ n int }

func (p *pointed) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]int{"n": p.n}) }

// shapes is everything that an answer may be made of.
type shapes struct {
	inner
	Text     string           `json:"text"`
	Left     string           `json:"left,omitempty"`
	Zero     time.Time        `json:"zero,omitzero"`
	NoNames  map[string]any   `json:"no_names,omitzero"`
	Nameless map[string]any   `json:"nameless,omitzero"`
	At       time.Time        `json:"at"`
	Took     time.Duration    `json:"took"`
	Float    float64          `json:"float"`
	Quoted   int64            `json:"quoted,string"`
	Bytes    []byte           `json:"bytes"`
	Raw      json.RawMessage  `json:"raw"`
	Number   json.Number      `json:"number"`
	Level    level            `json:"level"`
	ByLevel  map[level]string `json:"by_level"`
	Names    map[string]any   `json:"names"`
	Pointed  pointed          `json:"pointed"`
	Pointers []*pointed       `json:"pointers"`
	None     *inner           `json:"none"`
	Some     *inner           `json:"some"`
	NoList   []string         `json:"no_list"`
	List     []inner          `json:"list"`
	Pair     [2]int8          `json:"pair"`
	Any      any              `json:"any"`
	Hidden   string           `json:"-"`
}

// TestMarshal_WritesWhatEncodingJSONWrites holds the faster encoder to the standard one.
func TestMarshal_WritesWhatEncodingJSONWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		finite := rapid.Float64().Filter(func(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) })
		text, number := rapid.String(), rapid.Int64()
		bytes := rapid.SliceOf(rapid.Byte())
		l := level(rapid.IntRange(0, 9).Draw(t, "level"))
		in := inner{Kind: string(bytes.Draw(t, "kind")), Share: finite.Draw(t, "share")}
		same(t, &shapes{
			inner: in, Text: text.Draw(t, "text") + "<&>\u2028\x00", Nameless: map[string]any{}, At: time.UnixMicro(rapid.Int64Range(0, 4e15).Draw(t, "at")).UTC(),
			Took: time.Duration(number.Draw(t, "took")), Float: finite.Draw(t, "float"), Quoted: number.Draw(t, "quoted"),
			Bytes: bytes.Draw(t, "bytes"), Raw: json.RawMessage(`{"b": [1, "<"]}`), Number: "12.50", Level: l,
			ByLevel: map[level]string{l: "a", 9 - l: "b"}, Names: rapid.MapOf(text, rapid.OneOf(text.AsAny(), finite.AsAny())).Draw(t, "names"),
			Pointed: pointed{1}, Pointers: []*pointed{{2}, nil}, Some: &in, List: []inner{in, {}}, Pair: [2]int8{-1, 1},
			Any: rapid.OneOf(text.AsAny(), number.AsAny(), rapid.Just[any](nil), rapid.Just[any]([]any{in, &in})).Draw(t, "any"), Hidden: "hidden",
		})
	})
}

func same(t *rapid.T, v any) {
	var want bytes.Buffer
	standard := json.NewEncoder(&want)
	standard.SetEscapeHTML(false)
	if err := standard.Encode(v); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := marshal(&got, v); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Fatalf("wrote %s\nwant  %s", got.String(), want.String())
	}
}

// TestMarshal_SmallFloatsComeBack: of two decimal numbers that are equally near, encoding/json may choose the other one.
func TestMarshal_SmallFloatsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Float32().Filter(func(f float32) bool { return f == f && !math.IsInf(float64(f), 0) }).Draw(t, "small")
		var written bytes.Buffer
		if err := marshal(&written, small); err != nil {
			t.Fatal(err)
		}
		var back float32
		if err := json.Unmarshal(written.Bytes(), &back); err != nil || back != small {
			t.Fatalf("%v is written %s, read %v, %v", small, written.String(), back, err)
		}
	})
}

func TestMarshal_RefusesWhatIsNoJSON(t *testing.T) {
	for name, v := range map[string]any{"not a number": math.NaN(), "endless": math.Inf(1), "a function": func() {}} {
		if err := marshal(&bytes.Buffer{}, v); err == nil {
			t.Errorf("%s is written", name)
		}
	}
}
