package avatar_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/sdk/fault"
)

// banner is wide, red at its ends and blue in the middle square.
func banner(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 300, 100))
	for x := range 300 {
		for y := range 100 {
			if x >= 100 && x < 200 {
				m.Set(x, y, color.RGBA{B: 255, A: 255})
			} else {
				m.Set(x, y, color.RGBA{R: 255, A: 255})
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSquare_CutsTheMiddle(t *testing.T) {
	small, err := avatar.Square(banner(t))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if m.Bounds() != image.Rect(0, 0, avatar.Size, avatar.Size) {
		t.Errorf("bounds %v", m.Bounds())
	}
	for _, x := range []int{8, 128, 248} {
		if r, _, b, _ := m.At(x, 128).RGBA(); r > 0x3000 || b < 0xc000 {
			t.Errorf("at %d it is not blue: red %x, blue %x", x, r, b)
		}
	}
}

func TestSquare_Refuses(t *testing.T) {
	whole := banner(t)
	huge := bytes.Clone(whole)
	copy(huge[16:24], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // 65,536 by 65,536, by the header
	for name, content := range map[string][]byte{
		"nothing": nil, "text": []byte("a picture"), "half a picture": whole[:len(whole)/2], "too many bytes": make([]byte, 2<<20+1), "too many pixels": huge,
	} {
		if _, err := avatar.Square(content); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, want an invalid fault", name, err)
		}
	}
}
