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
	"strconv"
	"strings"
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
		var line struct {
			VehicleID string          `json:"vehicle_id"`
			Positions json.RawMessage `json:"positions"`
			Done      bool            `json:"done"`
			Problem   *web.Problem    `json:"problem"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return fmt.Errorf("read the positions of vehicles: %w", err)
		}
		switch {
		case line.Problem != nil:
			return &fault.Error{Kind: line.Problem.Kind, Message: line.Problem.Title}
		case line.Done:
			return nil
		}
		list, err := readPositions(line.Positions)
		if err != nil {
			return err
		}
		if err := each(line.VehicleID, list); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the positions of vehicles: %w", err)
	}
	return errCut
}

func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

var errPosition = errors.New("the positions of a vehicle cannot be read")

// readPositions reads [[time_ms, lat, lng, speed_kmh or null, ignition or null] or null, …], which is valid JSON without spaces. There are hundreds of thousands in a trial: by its
// types alone encoding/json takes ten times as long.
func readPositions(raw []byte) (list []Position, err error) {
	if len(raw) < 2 || raw[0] != '[' || raw[len(raw)-1] != ']' {
		return nil, errPosition
	}
	for rest := raw[1 : len(raw)-1]; len(rest) > 0; {
		var one []byte
		if bytes.HasPrefix(rest, []byte("null")) {
			list, rest = append(list, Position{Gap: true}), rest[len("null"):]
		} else {
			end := bytes.IndexByte(rest, ']')
			if rest[0] != '[' || end < 0 {
				return nil, errPosition
			}
			one, rest = rest[1:end], rest[end+1:]
			p, ok := readPosition(one)
			if !ok {
				return nil, errPosition
			}
			list = append(list, p)
		}
		if len(rest) > 0 && rest[0] != ',' {
			return nil, errPosition
		}
		rest = bytes.TrimPrefix(rest, []byte(","))
	}
	return list, nil
}

// readPosition reads the five values of a position.
func readPosition(raw []byte) (p Position, ok bool) {
	var values [5]string
	text := string(raw)
	for i := range values {
		if values[i], text, ok = strings.Cut(text, ","); ok != (i < len(values)-1) {
			return p, false
		}
	}
	var errs [4]error
	p.TimeMs, errs[0] = strconv.ParseInt(values[0], 10, 64)
	p.At.Lat, errs[1] = strconv.ParseFloat(values[1], 64)
	p.At.Lng, errs[2] = strconv.ParseFloat(values[2], 64)
	if values[3] != "null" {
		var speed float64
		speed, errs[3] = strconv.ParseFloat(values[3], 64)
		p.SpeedKmh = &speed
	}
	switch values[4] {
	case "true", "false":
		p.Ignition = new(values[4] == "true")
	case "null":
	default:
		return p, false
	}
	return p, errs == [4]error{}
}
