package texts_test

import (
	"testing"
	"testing/fstest"

	"outrider.dev/sdk/texts"
)

func TestIn(t *testing.T) {
	if err := texts.Add(fstest.MapFS{
		"texts/de.json": {Data: []byte(`{"The plant is dry.": "Die Pflanze ist trocken.", "%s drank %d litres.": "%[2]s Liter trank %[1]s.", "%s drank.": "%s trank."}`)},
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"de", "The plant is dry.", "Die Pflanze ist trocken."},
		{"de", "The fern drank 3 litres.", "3 Liter trank The fern."},
		{"de", "The fern drank.", "The fern trank."},
		{"de", "Nobody wrote this.", "Nobody wrote this."},
		{"en", "The plant is dry.", "The plant is dry."},
		{"fr", "The plant is dry.", "The plant is dry."},
		{"de", "There is no such vehicle.", "Dieses Fahrzeug gibt es nicht."},
		{"", "", ""},
	} {
		if got := texts.In(c[0], c[1]); got != c[2] {
			t.Errorf("%s: %q is %q, want %q", c[0], c[1], got, c[2])
		}
	}
	if err := texts.Add(fstest.MapFS{"de.json": {Data: []byte(`{"a": 1}`)}}); err == nil {
		t.Error("a catalogue of numbers is taken")
	}
}

func TestOf(t *testing.T) {
	for locale, want := range map[string]string{"": "en", "us": "en-US", "en-US": "en-US", "en-IE": "en", "de-CH": "de", "nl": "nl", "pt-BR": "en", "x": "en"} {
		if got := texts.Of(locale); got != want {
			t.Errorf("%q is %q, want %q", locale, got, want)
		}
	}
}

func TestAccepted(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "*": "", "rubbish;;;q=x": "", "de-DE,de;q=0.9,en;q=0.5": "de", "nl-BE": "nl", "en-US": "en-US", "en-GB": "en", "pt-BR": "en", "pt;q=1, fr;q=0.5": "fr",
	} {
		if got := texts.Accepted(header); got != want {
			t.Errorf("%q is %q, want %q", header, got, want)
		}
	}
}
