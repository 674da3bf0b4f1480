package letterhead_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/letterhead"
	"outrider.dev/sdk/fault"
)

func drawn(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width / 2 {
		for y := range height {
			m.Set(x, y, color.NRGBA{R: 200, A: 255})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestLogo_KeepsShapeAndTransparency(t *testing.T) {
	for _, tc := range []struct{ width, height, wantWidth, wantHeight int }{{2160, 360, 1080, 180}, {600, 720, 300, 360}, {90, 30, 90, 30}, {5000, 1, 1080, 1}} {
		logo, err := letterhead.Logo(drawn(t, tc.width, tc.height))
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(logo))
		if err != nil {
			t.Fatal(err)
		}
		if m.Bounds() != image.Rect(0, 0, tc.wantWidth, tc.wantHeight) {
			t.Errorf("%d by %d becomes %v", tc.width, tc.height, m.Bounds())
		}
		if _, _, _, opaque := m.At(tc.wantWidth/4, 0).RGBA(); opaque != 0xffff {
			t.Errorf("what is drawn has opacity %x", opaque)
		}
		if _, _, _, opaque := m.At(tc.wantWidth-1, 0).RGBA(); opaque != 0 {
			t.Errorf("what is transparent has opacity %x", opaque)
		}
	}
}

func TestLogo_Refuses(t *testing.T) {
	whole := drawn(t, 60, 60)
	for name, content := range map[string][]byte{
		"nothing": nil, "a drawing with a script": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "half a picture": whole[:len(whole)/2], "too many bytes": make([]byte, 2<<20+1),
	} {
		if _, err := letterhead.Logo(content); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, want an invalid fault", name, err)
		}
	}
}

// FuzzLogo makes a picture of whatever is sent, or refuses it.
func FuzzLogo(f *testing.F) {
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		logo, err := letterhead.Logo(content)
		if err != nil {
			return
		}
		if _, err := png.Decode(bytes.NewReader(logo)); err != nil {
			t.Fatal(err)
		}
	})
}
