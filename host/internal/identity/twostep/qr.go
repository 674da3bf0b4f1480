package twostep

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// QR is a picture of a text: dark squares as the path of an SVG in a box of Size by Size.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// draw draws a text here, so that no secret goes to somebody who draws.
func draw(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, fmt.Errorf("draw a code to scan: %w", err)
	}
	const margin = 4 // that readers ask for
	bounds := code.Bounds()
	var path strings.Builder
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if red, _, _, _ := code.At(x, y).RGBA(); red == 0 {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+margin, y+margin)
			}
		}
	}
	return QR{Size: bounds.Dx() + 2*margin, Path: path.String()}, nil
}
