// Package avatar makes the small square pictures that people show of themselves.
package avatar

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // pictures come as PNG or JPEG

	"golang.org/x/image/draw"

	"outrider.dev/sdk/fault"
)

const (
	// MaxBytes is the largest picture that may be sent.
	MaxBytes = 2 << 20
	// Size is the side of the picture that is kept, in pixels.
	Size = 256

	maxPixels = 40_000_000 // a small file can claim a huge picture
	quality   = 85
)

// Square cuts the middle square out of a PNG or JPEG, scales it to Size and returns it as JPEG. What is no such picture, or is too large, is
// an Invalid fault.
func Square(content []byte) ([]byte, error) {
	if len(content) > MaxBytes {
		return nil, refused("must not be larger than 2 MB")
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || config.Width < 1 || config.Height < 1 {
		return nil, refused("must be a PNG or JPEG picture")
	}
	if config.Width > maxPixels/config.Height {
		return nil, refused("has too many pixels")
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, refused("must be a PNG or JPEG picture")
	}
	square := image.NewRGBA(image.Rect(0, 0, Size, Size))
	draw.Draw(square, square.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src) // below what is transparent
	draw.CatmullRom.Scale(square, square.Bounds(), picture, middle(picture.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, square, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("write avatar: %w", err)
	}
	return out.Bytes(), nil
}

// middle is the largest square in the middle of b.
func middle(b image.Rectangle) image.Rectangle {
	side := min(b.Dx(), b.Dy())
	corner := b.Min.Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))}
}

func refused(message string) error {
	return fault.InvalidFields("The picture cannot be used.", fault.Field{Location: "body.image", Message: message})
}
