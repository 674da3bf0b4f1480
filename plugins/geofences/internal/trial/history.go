package trial

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"time"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Streamer calls operations of other plugins; plugin.Host does.
type Streamer interface {
	Stream(ctx context.Context, method, path string, in any) (io.ReadCloser, error)
}

// box is a part of the map as the vehicles plugin takes it.
type box struct {
	West  float64 `json:"west"`
	South float64 `json:"south"`
	East  float64 `json:"east"`
	North float64 `json:"north"`
}

// boxOf is the box of an area with a part of its size around it, so that a corner that is drawn a little further out asks for nothing new.
func boxOf(a *shape.Area, part float64) box {
	west, south, east, north := a.Box()
	dx, dy := (east-west)*part, (north-south)*part
	return box{max(west-dx, -540), max(south-dy, -90), min(east+dx, 540), min(north+dy, 90)}
}

func (b box) holds(c box) bool {
	return b.West <= c.West && b.South <= c.South && b.East >= c.East && b.North >= c.North
}

// span is a time in Unix milliseconds, from one to before another.
type span struct{ fromMs, toMs int64 }

// maxLine bounds a day of one vehicle, in bytes.
const maxLine = 16 << 20

var errCut = errors.New("the positions end before their end")

// positionsOf asks the vehicles plugin, as the caller, for the positions around a box; each is called a day of a vehicle at a time, vehicle after vehicle in the order of ids.
func positionsOf(ctx context.Context, host Streamer, orgID string, vehicleIDs []string, around box, when span, each func(vehicleID string, list []Position) error) error {
	body := map[string]any{"vehicle_ids": vehicleIDs, "start_time": stamp(when.fromMs), "end_time": stamp(when.toMs), "box": around}
	answer, err := host.Stream(ctx, "POST", "/api/org/"+url.PathEscape(orgID)+"/vehicles/positions", body)
	if err != nil {
		return fmt.Errorf("read the positions of vehicles: %w", err)
	}
	defer answer.Close()
	lines := bufio.NewScanner(answer)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for lines.Scan() {
		id, list, err := readLine(lines.Bytes())
		switch {
		case err != nil:
			return err
		case id == "":
			return nil
		}
		if err := each(id, list); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the positions of vehicles: %w", err)
	}
	return errCut
}

// readLine reads the positions of a day of a vehicle; without a vehicle at the end of the answer. What is not written as it mostly is, encoding/json reads.
func readLine(raw []byte) (vehicleID string, list []Position, err error) {
	const before, between = `{"vehicle_id":`, `,"positions":`
	if at := bytes.Index(raw, []byte(between)); at > 0 && bytes.HasPrefix(raw, []byte(before)) && raw[len(raw)-1] == '}' {
		if json.Unmarshal(raw[len(before):at], &vehicleID) == nil && vehicleID != "" {
			list, err = readPositions(raw[at+len(between) : len(raw)-1])
			return vehicleID, list, err
		}
	}
	var line struct {
		VehicleID string          `json:"vehicle_id"`
		Positions json.RawMessage `json:"positions"`
		Done      bool            `json:"done"`
		Problem   *web.Problem    `json:"problem"`
	}
	switch err := json.Unmarshal(raw, &line); {
	case err != nil:
		return "", nil, fmt.Errorf("read the positions of vehicles: %w", err)
	case line.Problem != nil:
		return "", nil, &fault.Error{Kind: line.Problem.Kind, Message: line.Problem.Title}
	case line.Done:
		return "", nil, nil
	case line.VehicleID == "":
		return "", nil, errPosition
	}
	list, err = readPositions(line.Positions)
	return line.VehicleID, list, err
}

func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

var errPosition = errors.New("the positions of a vehicle cannot be read")

// readPositions reads [[time_ms, lat, lng, speed_kmh or null, ignition or null] or null, …], which is valid JSON without spaces. There are hundreds of thousands in a trial: by its
// types alone encoding/json takes fifty times as long.
func readPositions(raw []byte) ([]Position, error) {
	if len(raw) < 2 || raw[0] != '[' || raw[len(raw)-1] != ']' {
		return nil, errPosition
	}
	r := reader{rest: raw[1 : len(raw)-1]}
	list := make([]Position, 0, bytes.Count(r.rest, []byte("[")))
	for len(r.rest) > 0 && !r.bad {
		if r.word("null") {
			list = append(list, Position{Gap: true})
		} else {
			list = append(list, r.position())
		}
		if len(r.rest) > 0 {
			r.take(',')
		}
	}
	if r.bad {
		return nil, errPosition
	}
	return list, nil
}
