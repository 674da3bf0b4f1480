package minutes_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

// stood is a sample that says of speed and ignition what the letter means: i idles, d drives, o is off, s says a speed alone, n says neither.
func stood(atS int64, letter rune) events.Sample {
	s := events.Sample{Time: atS * 1000}
	set := func(kmh float64, on bool) events.Sample {
		s.SpeedKmh, s.Ignition = &kmh, &on
		return s
	}
	switch letter {
	case 'i':
		return set(0, true)
	case 'd':
		return set(40, true)
	case 'o':
		return set(0, false)
	case 's':
		s = set(1, true)
		s.Ignition = nil
	}
	return s
}

// TestAddIdling: of a minute that is mixed the newest of both is kept, in whatever order samples come, and more than once.
func TestAddIdling(t *testing.T) {
	for name, tc := range map[string]struct {
		said string // a letter each ten seconds
		want string
	}{
		"drives":                           {"dddddd dddddd", "50d 110d "},
		"idles":                            {"iiiiii iiiiii", "50i 110i "},
		"comes to stand":                   {"dddiii iiiiii", "20d 50i 110i "},
		"moves off":                        {"iiiiii iiddoo", "50i 70i 110o "},
		"is switched off":                  {"iiiooo oooooo", "20i 50o 110o "},
		"stops, moves and stops":           {"iidddi iiiiii", "40d 50i 110i "},
		"says nothing of it in between":    {"ininin", "50i "},
		"says nothing, and then something": {"nnnddd nnnnni", "50d 110i "},
		"a speed alone":                    {"ssssss", "50s "},
		"a speed beside the rest":          {"isssss ddsdsd", "50i 110d "},
	} {
		t.Run(name, func(t *testing.T) {
			var all []events.Sample
			at := int64(0)
			for _, letter := range tc.said {
				if letter != ' ' {
					all = append(all, stood(at, letter))
					at += 10
				}
			}
			for round := range 20 {
				list := append(append([]events.Sample{}, all...), all[:len(all)/2]...)
				if round > 0 && name != "says nothing of it in between" && name != "a speed beside the rest" { // what says nothing belongs to what is there when it comes
					rand.New(rand.NewPCG(uint64(round), 1)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				}
				var kept []events.Sample
				for _, s := range list {
					kept = minutes.AddIdling(kept, s)
				}
				if got := letters(kept); got != tc.want {
					t.Fatalf("round %d: kept %q, want %q", round, got, tc.want)
				}
			}
		})
	}
}

func letters(kept []events.Sample) (text string) {
	for _, s := range kept {
		letter := "n"
		switch {
		case s.Ignition != nil && !*s.Ignition:
			letter = "o"
		case s.SpeedKmh != nil && *s.SpeedKmh > 5:
			letter = "d"
		case s.Ignition != nil:
			letter = "i"
		case s.SpeedKmh != nil:
			letter = "s"
		}
		text += fmt.Sprintf("%d%s ", s.Time/1000, letter)
	}
	return text
}
