package recorder

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// view is what a camera sees at one instant.
type view struct {
	at        time.Time
	channel   int
	title     string // the vehicle
	speedKmh  float64
	headDeg   float64 // clockwise from north
	distanceM float64 // driven so far
}

var (
	sky, ground, groundBand = color.RGBA{150, 184, 214, 255}, color.RGBA{92, 124, 74, 255}, color.RGBA{86, 116, 68, 255}
	road, line, hills       = color.RGBA{70, 73, 78, 255}, color.RGBA{228, 228, 220, 255}, color.RGBA{98, 128, 112, 255}
	cabin, seat, skin, hair = color.RGBA{34, 36, 42, 255}, color.RGBA{52, 56, 66, 255}, color.RGBA{206, 164, 134, 255}, color.RGBA{58, 44, 36, 255}
	black, white            = color.RGBA{0, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
)

// draw paints the view: the road ahead, the driver, the side, the road behind, with the clock burned in.
func draw(img *image.RGBA, v view) {
	switch v.channel {
	case 2:
		drawDriver(img, v)
	case 3:
		drawSide(img, v)
	case 4:
		v.distanceM = -v.distanceM
		drawRoad(img, v)
	default:
		drawRoad(img, v)
	}
	drawClock(img, v)
}

// drawRoad scans from the horizon to the bonnet: the lower the line, the nearer the ground that it shows.
func drawRoad(img *image.RGBA, v view) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	horizon := h * 45 / 100
	drawSky(img, v, horizon)
	for y := horizon; y < h; y++ {
		near := float64(y-horizon+1) / float64(h-horizon)
		along := 6/near + v.distanceM // metres
		half := int(near * float64(w) * 0.62)
		row(img, y, 0, w, banded(along, 24, ground, groundBand))
		row(img, y, w/2-half, w/2+half, road)
		edge := max(1, half/28)
		row(img, y, w/2-half*9/10, w/2-half*9/10+edge, line)
		row(img, y, w/2+half*9/10-edge, w/2+half*9/10, line)
		if math.Mod(math.Mod(along, 12)+12, 12) < 5 {
			row(img, y, w/2-edge/2-1, w/2+edge/2+1, line)
		}
	}
	rect(img, w*3/10, h*94/100, w*7/10, h, cabin)
}

func drawSky(img *image.RGBA, v view, horizon int) {
	w := img.Rect.Dx()
	rect(img, 0, 0, w, horizon, sky)
	for x := range w { // hills turn with the heading
		angle := (v.headDeg + float64(x)*60/float64(w)) * math.Pi / 180
		height := float64(horizon) * (0.10 + 0.06*math.Sin(angle*7) + 0.05*math.Sin(angle*13+1))
		rect(img, x, horizon-int(height), x+1, horizon, hills)
	}
}

// drawDriver shows the cabin from the windscreen; the head sways with the road.
func drawDriver(img *image.RGBA, v view) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	rect(img, 0, 0, w, h, cabin)
	rect(img, w*6/100, h*12/100, w*26/100, h*55/100, sky)
	shift := int(math.Mod(math.Abs(v.distanceM)*4, float64(w*20/100)))
	rect(img, w*6/100+shift*9/10, h*30/100, min(w*6/100+shift*9/10+w/60, w*26/100), h*55/100, hills)
	rect(img, w*34/100, h*38/100, w*70/100, h, seat)
	sway := int(float64(w) * 0.008 * math.Sin(v.distanceM/9))
	ellipse(img, w*52/100+sway, h*40/100, w*9/100, h*16/100, hair)
	ellipse(img, w*52/100+sway, h*43/100, w*8/100, h*13/100, skin)
	ellipse(img, w*52/100, h*95/100, w*20/100, h*33/100, color.RGBA{40, 70, 104, 255})
}

// drawSide shows posts that pass, the faster the nearer.
func drawSide(img *image.RGBA, v view) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	horizon := h * 48 / 100
	drawSky(img, v, horizon)
	rect(img, 0, horizon, w, h, ground)
	rect(img, 0, h*86/100, w, h, road)
	for depth := 1; depth <= 3; depth++ {
		gap := float64(w) / float64(depth+1)
		offset := math.Mod(v.distanceM*30/float64(depth)+1e6*gap, gap)
		for x := offset - gap; x < float64(w); x += gap {
			thick := max(2, w/(60*depth))
			rect(img, int(x), horizon-h/(6*depth), int(x)+thick, horizon+h/(5*depth), line)
		}
	}
}

func drawClock(img *image.RGBA, v view) {
	scale := max(1, img.Rect.Dx()/352)
	text := fmt.Sprintf("%s UTC  CH%d  %3.0f km/h  %s", v.at.UTC().Format("2006-01-02 15:04:05.0"), v.channel, v.speedKmh, v.title)
	face := basicfont.Face7x13
	small := image.NewRGBA(image.Rect(0, 0, min(len(text)*face.Advance+4, img.Rect.Dx()/scale), face.Height+3))
	rect(small, 0, 0, small.Rect.Dx(), small.Rect.Dy(), black)
	drawer := font.Drawer{Dst: small, Src: image.NewUniform(white), Face: face, Dot: fixed.P(2, face.Ascent+1)}
	drawer.DrawString(text)
	for y := range small.Rect.Dy() * scale {
		for x := range small.Rect.Dx() * scale {
			img.SetRGBA(x, y, small.RGBAAt(x/scale, y/scale))
		}
	}
}

func banded(along, length float64, one, other color.RGBA) color.RGBA {
	if math.Mod(math.Mod(along, 2*length)+2*length, 2*length) < length {
		return one
	}
	return other
}

// row paints one line from x0 up to x1.
func row(img *image.RGBA, y, x0, x1 int, c color.RGBA) { rect(img, x0, y, x1, y+1, c) }

func rect(img *image.RGBA, x0, y0, x1, y1 int, c color.RGBA) {
	area := image.Rect(x0, y0, x1, y1).Intersect(img.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		line := img.Pix[img.PixOffset(area.Min.X, y):img.PixOffset(area.Max.X, y)]
		for i := 0; i+3 < len(line); i += 4 {
			line[i], line[i+1], line[i+2], line[i+3] = c.R, c.G, c.B, c.A
		}
	}
}

func ellipse(img *image.RGBA, cx, cy, rx, ry int, c color.RGBA) {
	for y := -ry; y <= ry; y++ {
		half := int(float64(rx) * math.Sqrt(1-float64(y*y)/float64(ry*ry)))
		row(img, cy+y, cx-half, cx+half, c)
	}
}
