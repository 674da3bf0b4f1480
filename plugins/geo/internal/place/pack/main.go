// Command pack makes data/places.bin from the lines that data/build.mjs prints:
//
//	node plugins/geo/internal/place/data/build.mjs path/to/node_modules | go run ./plugins/geo/internal/place/pack > plugins/geo/internal/place/data/places.bin
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	"outrider.dev/outrider/plugins/geo/internal/place"
)

func main() {
	var places []place.Place
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		p, err := parse(lines.Text())
		if err != nil {
			log.Fatalf("line %d: %v", len(places)+1, err)
		}
		places = append(places, p)
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	packed, err := place.Pack(places)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.Write(packed); err != nil {
		log.Fatal(err)
	}
}

// parse reads one line of the format that data/build.mjs describes.
func parse(line string) (place.Place, error) {
	f := strings.Split(line, "\t")
	if len(f) != 6 {
		return place.Place{}, fmt.Errorf("%d fields, want 6", len(f))
	}
	lat, err := strconv.ParseFloat(f[3], 64)
	if err != nil {
		return place.Place{}, fmt.Errorf("latitude: %w", err)
	}
	lng, err := strconv.ParseFloat(f[4], 64)
	if err != nil {
		return place.Place{}, fmt.Errorf("longitude: %w", err)
	}
	population, err := strconv.Atoi(f[5])
	if err != nil {
		return place.Place{}, fmt.Errorf("population: %w", err)
	}
	return place.Place{Name: f[0], Country: f[1], Region: f[2], Lat: lat, Lng: lng, Population: population}, nil
}
