package geofile

import (
	"regexp"
	"strings"
)

var hex = regexp.MustCompile(`^#?([0-9A-Fa-f]{6})([0-9A-Fa-f]{2})?$`)

// hexColour is a colour of GeoJSON's simple style, #RGB, #RRGGBB or #RRGGBBAA, as #RRGGBBAA; empty if it is none.
func hexColour(said string) string {
	if len(said) == len("#rgb") && said[0] == '#' {
		said = "#" + strings.Repeat(said[1:2], 2) + strings.Repeat(said[2:3], 2) + strings.Repeat(said[3:4], 2)
	}
	parts := hex.FindStringSubmatch(said)
	if parts == nil {
		return ""
	}
	if parts[2] == "" {
		parts[2] = "B3" // 0.7
	}
	return "#" + strings.ToUpper(parts[1]+parts[2])
}

// kmlColour is a colour of KML, aabbggrr, as #RRGGBBAA; empty if it is none.
func kmlColour(said string) string {
	parts := hex.FindStringSubmatch(said)
	if parts == nil || parts[2] == "" {
		return ""
	}
	c := strings.TrimPrefix(said, "#")
	return "#" + strings.ToUpper(c[6:8]+c[4:6]+c[2:4]+c[0:2])
}

// toKML is the reverse.
func toKML(colour string) string {
	c := strings.TrimPrefix(colour, "#")
	return strings.ToLower(c[6:8] + c[4:6] + c[2:4] + c[0:2])
}
