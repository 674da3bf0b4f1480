// Package naming answers what a point is called and which time it keeps, from packaged data and, where one is configured,
// from a Nominatim server that knows streets.
package naming

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"outrider.dev/outrider/plugins/geo/internal/cell"
	"outrider.dev/outrider/plugins/geo/internal/nominatim"
	"outrider.dev/outrider/plugins/geo/internal/place"
	"outrider.dev/outrider/plugins/geo/internal/zone"
	"outrider.dev/sdk/fleet"
)

// Point is a point in degrees.
type Point struct {
	Lat float64 `json:"lat" minimum:"-90" maximum:"90"`
	Lng float64 `json:"lng" minimum:"-180" maximum:"180"`
}

// Name is what a point is called.
type Name struct {
	Label   string `json:"label" doc:"Name of the place, or \"Not known\" where there is none within 50 km"`
	Country string `json:"country" doc:"ISO 3166 alpha-2; empty where no place is known"`
	Zone    string `json:"zone" doc:"IANA time zone"`
}

const (
	cachedCells = 200_000         // a half of the cache
	atOnce      = 4               // questions to the server at the same time
	patience    = 3 * time.Second // for all questions of one call
	restAfter   = 30 * time.Second
)

// Streets is a server that names points more precisely; nil where there is none.
type Streets interface {
	Reverse(ctx context.Context, lat, lng float64) (nominatim.Place, bool, error)
	Search(ctx context.Context, text string, most int) ([]nominatim.Hit, error)
}

// Service names points. It is safe for use by many goroutines.
type Service struct {
	places  *place.Index
	zones   *zone.Finder
	streets Streets
	asked   *cell.Cache[nominatim.Place] // an empty label: the server knows no place there
	log     *slog.Logger
	now     func() time.Time

	mu      sync.Mutex
	restEnd time.Time // until when the server is left alone after a failure
}

// New returns a service. Without streets it answers towns.
func New(places *place.Index, zones *zone.Finder, streets Streets, log *slog.Logger, now func() time.Time) *Service {
	return &Service{places: places, zones: zones, streets: streets, asked: cell.NewCache[nominatim.Place](cachedCells), log: log, now: now}
}

// Names answers for each point, in order. It never fails: what the server cannot say in time the packaged data says.
func (s *Service) Names(ctx context.Context, points []Point) []Name {
	s.ask(ctx, points)
	names := make([]Name, len(points))
	for i, p := range points {
		names[i] = s.name(p)
	}
	return names
}

func (s *Service) name(p Point) Name {
	n := Name{Label: fleet.PlaceNotKnown, Zone: s.zones.Find(p.Lat, p.Lng)}
	if found, ok := s.places.Find(p.Lat, p.Lng); ok {
		n.Label, n.Country = found.Label(), found.Country
	}
	if street, ok := s.asked.Get(cell.Of(p.Lat, p.Lng)); ok && street.Label != "" {
		n.Label, n.Country = street.Label, street.Country
	}
	return n
}

// ask puts the points that are not cached to the server, a few at once, until patience ends or the server fails.
func (s *Service) ask(ctx context.Context, points []Point) {
	if s.streets == nil || s.resting() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	queue := make(chan Point)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for p := range queue {
				if err := s.askOne(ctx, p); err != nil {
					s.rest(err)
					cancel()
				}
			}
		})
	}
	seen := map[cell.Cell]bool{}
	for _, p := range points {
		at := cell.Of(p.Lat, p.Lng)
		if _, cached := s.asked.Get(at); cached || seen[at] || ctx.Err() != nil {
			continue
		}
		seen[at] = true
		queue <- p
	}
	close(queue)
	workers.Wait()
}

func (s *Service) askOne(ctx context.Context, p Point) error {
	if ctx.Err() != nil {
		return nil // out of patience is not the server's failure
	}
	found, _, err := s.streets.Reverse(ctx, p.Lat, p.Lng)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if err == nil {
		s.asked.Put(cell.Of(p.Lat, p.Lng), found)
	}
	return nil
}

func (s *Service) resting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now().Before(s.restEnd)
}

// rest leaves the server alone for a while, and says so once.
func (s *Service) rest(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.now().Before(s.restEnd) {
		s.log.Warn("the Nominatim server is left alone for a while; places are named from packaged data", "error", err.Error(), "rest", restAfter.String())
	}
	s.restEnd = s.now().Add(restAfter)
}
