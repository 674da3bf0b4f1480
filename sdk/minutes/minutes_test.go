package minutes_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

// stood is a sample that says what the letter means: i idles, d drives, o is off, s says a speed alone, c charges, u does not, n says nothing.
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
	case 'c', 'u':
		s = set(0, false)
		charges := letter == 'c'
		s.CAN = &events.CAN{Charging: &charges}
	}
	return s
}

// TestAdd: kept are the first, the newest of each minute and those with which idling and charging begin and end, also where samples come twice.
func TestAdd(t *testing.T) {
	for name, tc := range map[string]struct {
		said string // a letter each ten seconds
		want string
	}{
		"drives":                           {"dddddd dddddd", "0d 50d 110d "},
		"idles":                            {"iiiiii iiiiii", "0i 50i 110i "},
		"comes to stand":                   {"dddiii iiiiii", "0d 30i 50i 110i "},
		"moves off":                        {"iiiiii iiddoo", "0i 50i 80d 110o "},
		"is switched off":                  {"iiiooo oooooo", "0i 30o 50o 110o "},
		"stops, moves and stops":           {"iidddi iiiiii", "0i 20d 50i 110i "},
		"says nothing of it in between":    {"ininin iiiiii", "0i 50i 110i "},
		"says nothing, and then something": {"nnnddd nnnnni", "0n 30d 50d 110i "},
		"a speed alone":                    {"ssssss ssssss", "0s 50s 110s "},
		"a speed beside the rest":          {"isssss ddsdsd", "0i 50i 60d 110d "},
		"is plugged in":                    {"uuuccc cccccc", "0u 20u 30c 50c 110c "},
		"is unplugged":                     {"cccccc cuuuuu", "0c 50c 60c 70u 110u "},
		"says seldom that it charges":      {"uuuuuu conono oooooo", "0u 50u 60c 110c 170o "},
	} {
		t.Run(name, func(t *testing.T) {
			var kept []events.Sample
			for range 2 {
				at := int64(0)
				for _, letter := range tc.said {
					if letter != ' ' {
						kept = minutes.Add(kept, stood(at, letter))
						at += 10
					}
				}
				if got := letters(kept); got != tc.want {
					t.Fatalf("kept %q, want %q", got, tc.want)
				}
			}
		})
	}
}

// TestAdd_Late: whatever the order, each minute has its newest sample, and when the vehicle idled is known to the minute.
func TestAdd_Late(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var all []events.Sample
		letter := 'd'
		for at := range int64(120) {
			if chance.IntN(6) == 0 {
				letter = []rune("dio")[chance.IntN(3)]
			}
			all = append(all, stood(at*10, letter))
		}
		var inOrder, shuffled []events.Sample
		for _, s := range all {
			inOrder = minutes.Add(inOrder, s)
		}
		chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, s := range all {
			shuffled = minutes.Add(shuffled, s)
		}
		newest := func(list []events.Sample) (text string) {
			for i := range list {
				if i+1 == len(list) || list[i].Time/60_000 != list[i+1].Time/60_000 {
					text += letters(list[i : i+1])
				}
			}
			return text
		}
		if a, b := newest(inOrder), newest(shuffled); a != b {
			t.Fatalf("in order the minutes are %s, shuffled %s", a, b)
		}
		if len(shuffled) > len(all) || len(inOrder) > len(all) {
			t.Fatalf("%d and %d samples are kept of %d", len(inOrder), len(shuffled), len(all))
		}
	}
}

func letters(kept []events.Sample) (text string) {
	for _, s := range kept {
		letter := "n"
		switch {
		case s.CAN != nil && s.CAN.Charging != nil && *s.CAN.Charging:
			letter = "c"
		case s.CAN != nil && s.CAN.Charging != nil:
			letter = "u"
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
