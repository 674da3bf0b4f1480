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

// TestOfDevice says reasons that are known, and quotes words of devices.
func TestOfDevice(t *testing.T) {
	for _, c := range [][4]string{
		{"de", "the file is too large", "die Datei ist zu groß", "die Datei ist zu groß"},
		{"en", "the file is too large", "the file is too large", "the file is too large"},
		{"en", "E17 bus off", "“E17 bus off”", "The device says: “E17 bus off”"},
		{"de", "E17 bus off", "„E17 bus off“", "Das Gerät meldet: „E17 bus off“"},
		{"nl", "E17 bus off", "‘E17 bus off’", "Het apparaat meldt: ‘E17 bus off’"},
		{"fr", "E17 bus off", "«\u00a0E17 bus off\u00a0»", "L’appareil indique\u00a0: «\u00a0E17 bus off\u00a0»"},
		{"de", "", "", ""},
		{"de", "The organisation's storage for files is full: 4.0 GB of 4.0 GB are used.", "Der Dateispeicher der Organisation ist voll: 4.0 GB von 4.0 GB sind belegt.", "Der Dateispeicher der Organisation ist voll: 4.0 GB von 4.0 GB sind belegt."},
	} {
		if got := texts.Quoted(c[0], c[1]); got != c[2] {
			t.Errorf("%s: %q is quoted as %q, want %q", c[0], c[1], got, c[2])
		}
		if got := texts.OfDevice(c[0], c[1]); got != c[3] {
			t.Errorf("%s: %q is said as %q, want %q", c[0], c[1], got, c[3])
		}
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
