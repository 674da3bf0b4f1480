package audit

import "testing"

func TestReplaceAddress_LeavesLongerOnes(t *testing.T) {
	for text, want := range map[string]string{
		"ann@x.test":                    "-",
		"to ANN@x.test.":                "to -.",
		"<ann@x.test>,ann@x.test":       "<->,-",
		`a\nann@x.test\u000aann@x.test`: `a\n-\u000a-`,
		"joann@x.test jo.ann@x.test":    "joann@x.test jo.ann@x.test",
		"éann@x.test":                   "éann@x.test",
		"ann@x.test.org ann@x.tests":    "ann@x.test.org ann@x.tests",
		"ann@x.test-site.org":           "ann@x.test-site.org",
	} {
		if got := replaceAddress(text, "ann@x.test", "-"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestReplaceName_TakesWholeWords(t *testing.T) {
	for text, want := range map[string]string{
		"Ann André, Ann André": "-, -",
		"Joann André":          "Joann André",
		"Ann Andrés":           "Ann Andrés",
		`x\nAnn André`:         `x\n-`,
	} {
		if got := replaceName(text, "Ann André", "-"); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
