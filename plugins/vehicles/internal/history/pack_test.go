package history

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/sdk/events"
)

// drawReadings are readings as devices write them, and as none would.
func drawReadings(r *rapid.T) []Reading {
	list := make([]Reading, rapid.IntRange(0, 200).Draw(r, "readings"))
	at := rapid.Int64Range(-1e13, 1e13).Draw(r, "first")
	digits := rapid.SampledFrom([]float64{1, 10, 1e6, 1e7, math.Pi}).Draw(r, "digits")
	buses := rapid.Bool().Draw(r, "buses")
	number := func(name string, from, to float64) float64 {
		return math.Round(rapid.Float64Range(from, to).Draw(r, name)*digits) / digits
	}
	for i := range list {
		at += rapid.SampledFrom([]int64{1, 999, 5_000, 5_000, 5_001, 3_600_000}).Draw(r, "after")
		list[i] = Reading{
			DeviceID: "d1", TimeMs: at, Has: uint16(rapid.IntRange(0, 1<<10-1).Draw(r, "said")),
		}
		one := &list[i]
		for _, f := range Fields {
			if one.Said(f.What) {
				*f.Of(one) = number("value", -180, 1e9)
			}
		}
		one.Ignition = one.Said(HasIgnition) && rapid.Bool().Draw(r, "on")
		if one.Said(HasSignal) {
			one.Signal = rapid.IntRange(0, 5).Draw(r, "bars")
		}
		if buses && rapid.Bool().Draw(r, "bus") {
			one.CAN = drawBus(r, number)
		}
	}
	return list
}

// drawBus is what a vehicle's bus says.
func drawBus(r *rapid.T, number func(name string, from, to float64) float64) string {
	c := &events.CAN{}
	for _, into := range []**float64{&c.FuelUsedL, &c.SocPercent, &c.CoolantC} {
		if rapid.Bool().Draw(r, "there") {
			value := number("value", -60, 1e8)
			*into = &value
		}
	}
	if rapid.Bool().Draw(r, "doors") {
		open := rapid.IntRange(0, 16).Draw(r, "open")
		c.DoorsOpen = &open
	}
	if rapid.Bool().Draw(r, "belt") {
		fastened := rapid.Bool().Draw(r, "fastened")
		c.DriverBelt = &fastened
	}
	return string(c.Append(nil))
}

func TestPack_comesBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		list := drawReadings(r)
		packed, err := Pack(list)
		if err != nil {
			r.Fatal(err)
		}
		back, err := Unpack(packed, "d1")
		if err != nil || !slices.Equal(back, list) {
			r.Fatalf("%v became %v, %v", list, back, err)
		}
	})
}

func TestUnpack_damaged(t *testing.T) {
	packed, err := Pack(day(time.Second, 500))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range packed {
		if _, err := Unpack(packed[:cut], "d1"); !errors.Is(err, ErrPacked) {
			t.Fatalf("cut after %d bytes: %v", cut, err)
		}
	}
	if _, err := Unpack(append([]byte{canVersion + 1}, packed[1:]...), "d1"); !errors.Is(err, ErrPacked) {
		t.Errorf("of a newer version: %v", err)
	}
}

func FuzzUnpack(f *testing.F) {
	compress, err := encoder()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(columnsOf(day(time.Second, 50)))
	f.Add(binary.AppendUvarint(nil, 1<<40))
	f.Fuzz(func(t *testing.T, raw []byte) {
		_, _ = Unpack(compress.EncodeAll(raw, []byte{packVersion}), "d1") // it returns
		_, _ = Unpack(compress.EncodeAll(raw, []byte{canVersion}), "d1")
	})
}

// day is what a vehicle says that drives about, one reading every so often.
func day(every time.Duration, count int) []Reading {
	dice := rand.New(rand.NewPCG(1, 2))
	list := make([]Reading, count)
	at, lat, lng, speed, heading, odometer := int64(1_790_000_000_000), 53.36, -2.9, 0.0, 80.0, 412_033_000.0
	for i := range list {
		drives := i/(count/12+1)%2 == 0
		if at += every.Milliseconds(); drives {
			speed = min(112, max(0, speed+dice.NormFloat64()*3+0.4))
			heading = math.Mod(heading+dice.NormFloat64()*4+360, 360)
			metres := speed / 3.6 * every.Seconds()
			odometer += metres
			lat += metres * math.Cos(heading*math.Pi/180) / 111_195
			lng += metres * math.Sin(heading*math.Pi/180) / 66_000
		} else {
			speed = 0
		}
		round := func(v, parts float64) float64 { return math.Round(v*parts) / parts }
		list[i] = Reading{
			DeviceID: "d1", TimeMs: at, Lat: round(lat, 1e6), Lng: round(lng, 1e6), SpeedKmh: round(speed, 10), HeadingDeg: math.Round(heading), SpeedLimitKmh: []float64{48, 80, 96, 112}[i/700%4],
			OdometerM: math.Round(odometer), FuelPercent: round(80-float64(i)/2000, 10), Signal: 4, Ignition: drives,
			Has: HasPosition | HasSpeed | HasHeading | HasIgnition | HasLimit | HasOdometer | HasFuel | HasSignal,
		}
	}
	return list
}

// TestEncodings writes what docs/decisions/packed-history.md compares: bytes a reading by the length of a span and the encoding.
func TestEncodings(t *testing.T) {
	compress, err := encoder()
	if err != nil {
		t.Fatal(err)
	}
	all := day(5*time.Second, 17_280)
	for _, hours := range []int{1, 6, 24} {
		var columns, packed, plain, plainZstd, xor, xorZstd int
		for span := range slices.Chunk(all, hours*720) {
			raw := columnsOf(span)
			columns += len(raw)
			packed += len(compress.EncodeAll(raw, nil))
			bits := plainColumns(span)
			plain += len(bits)
			plainZstd += len(compress.EncodeAll(bits, nil))
			gorilla := xorColumns(span)
			xor += len(gorilla)
			xorZstd += len(compress.EncodeAll(gorilla, nil))
		}
		of := func(bytes int) float64 { return float64(bytes) / float64(len(all)) }
		t.Logf("%2d h: varints %.2f, with zstd %.2f; XOR of bits %.2f, with zstd %.2f; plain columns %.2f, with zstd %.2f bytes a reading", hours, of(columns), of(packed), of(xor), of(xorZstd), of(plain), of(plainZstd))
		if of(packed) > 10 || packed > xorZstd || packed > plainZstd {
			t.Errorf("spans of %d h take %.2f bytes a reading", hours, of(packed))
		}
	}
}

// plainColumns are the numbers as they are, a column after the other.
func plainColumns(list []Reading) (b []byte) {
	for i := range list {
		b = binary.LittleEndian.AppendUint64(b, uint64(list[i].TimeMs))
	}
	for _, f := range Fields {
		for i := range list {
			if list[i].Said(f.What) {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*f.Of(&list[i])))
			}
		}
	}
	return b
}

// xorColumns has each number as the exclusive or of its bits with those of the one before, and of it the bytes that are not zero, as Gorilla does by the bit.
func xorColumns(list []Reading) (b []byte) {
	var last, step int64
	for i := range list {
		next := list[i].TimeMs - last
		b = binary.AppendVarint(b, next-step)
		last, step = list[i].TimeMs, next
	}
	for _, f := range Fields {
		var before uint64
		for i := range list {
			if !list[i].Said(f.What) {
				continue
			}
			bits := math.Float64bits(*f.Of(&list[i]))
			x := bits ^ before
			before = bits
			head, tail := 0, 0
			for head < 8 && x>>(56-8*head)&0xff == 0 {
				head++
			}
			for tail < 8-head && x>>(8*tail)&0xff == 0 {
				tail++
			}
			b = append(b, byte(head<<4|tail))
			for k := tail; k < 8-head; k++ {
				b = append(b, byte(x>>(8*k)))
			}
		}
	}
	return b
}

func BenchmarkPack(b *testing.B) {
	list := day(5*time.Second, 720)
	for b.Loop() {
		if _, err := Pack(list); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/reading")
}

func BenchmarkUnpack(b *testing.B) {
	packed, err := Pack(day(time.Second, 3_600))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Unpack(packed, "d1"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/3_600, "ns/reading")
}

func BenchmarkColumns(b *testing.B) {
	packed, err := Pack(day(time.Second, 3_600))
	if err != nil {
		b.Fatal(err)
	}
	var columns Columns
	for b.Loop() {
		if err := columns.Read(packed); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/3_600, "ns/reading")
}

// TestColumns reads as columns what Unpack reads as readings, with one buffer for all.
func TestColumns(t *testing.T) {
	var columns Columns
	rapid.Check(t, func(t *rapid.T) {
		list := drawReadings(t)
		packed, err := Pack(list)
		if err != nil {
			t.Fatal(err)
		}
		if err := columns.Read(packed); err != nil || len(columns.Times) != len(list) {
			t.Fatalf("%d of %d readings, %v", len(columns.Times), len(list), err)
		}
		for i, want := range list {
			got := Reading{DeviceID: want.DeviceID, TimeMs: columns.Times[i], Has: columns.Has(i), Ignition: columns.On(i), Lat: columns.Value(Lat, i), Lng: columns.Value(Lng, i), SpeedKmh: columns.Value(Speed, i), HeadingDeg: columns.Value(Heading, i), AltitudeM: columns.Value(Altitude, i), SpeedLimitKmh: columns.Value(Limit, i)}
			want.OdometerM, want.FuelPercent, want.BatteryPercent, want.Signal, want.CAN = 0, 0, 0, 0, ""
			if got != want {
				t.Fatalf("reading %d is %+v, want %+v", i, got, want)
			}
		}
		cut := packed[:rapid.IntRange(0, len(packed)-1).Draw(t, "cut")]
		if err := columns.Read(cut); err == nil {
			t.Fatal("what was cut short is read")
		}
	})
}
