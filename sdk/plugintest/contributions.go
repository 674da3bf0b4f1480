package plugintest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
)

// contributions asks the operations that the manifest's contributions name, and compares what they answer, and the alerts that the plugin raised, with what is declared.
func (s *suite) contributions(t *testing.T) {
	m := s.host.Manifest
	for _, r := range m.ReportTypes {
		t.Run("report "+r.ID, func(t *testing.T) { s.rows(t, r.Operation, r.Columns) })
	}
	for _, table := range m.TrackingTables {
		t.Run("table "+table.ID, func(t *testing.T) { s.rows(t, table.Operation, table.Columns) })
	}
	for _, data := range m.VehicleData {
		t.Run("vehicle data "+data.ID, func(t *testing.T) { s.vehicleData(t, data) })
	}
	if len(m.AlertTypes) > 0 {
		t.Run("alert types", s.alertTypes)
	}
}

// asked sends the good request of an operation as somebody who may.
func (s *suite) asked(t *testing.T, key string) []byte {
	t.Helper()
	i := slices.IndexFunc(s.operations, func(o Operation) bool { return o.Key() == key })
	if i < 0 {
		t.Fatalf("the plugin serves no %s", key)
	}
	request, body := s.request(s.operations[i], "alpha", nil)
	answer := s.host.Do(s.allowed(t, s.operations[i]), request, nilIfEmpty(body))
	if answer.Status != http.StatusOK {
		t.Fatalf("%s = %d: %s", request, answer.Status, answer.Body)
	}
	return answer.Body
}

func (s *suite) rows(t *testing.T, operation string, columns []manifest.Column) {
	_, err := rows.Read(bytes.NewReader(s.asked(t, operation)), func(batch [][]any) error {
		for _, row := range batch {
			if len(row) != len(columns) {
				return fmt.Errorf("a row has %d values for %d columns: %v", len(row), len(columns), row)
			}
			for i, value := range row {
				if !columns[i].Accepts(value) {
					return fmt.Errorf("the value %v of the column %s is not of the kind %s", value, columns[i].Key, columns[i].Kind)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", operation, err)
	}
}

func (s *suite) vehicleData(t *testing.T, data manifest.VehicleData) {
	var answer struct {
		Values map[string]any `json:"values"`
	}
	if err := json.Unmarshal(s.asked(t, data.Operation), &answer); err != nil || answer.Values == nil {
		t.Fatalf("%s answers no {values: {…}}: %v", data.Operation, err)
	}
	if err := fit(data.Fields, answer.Values); err != nil {
		t.Errorf("%s: %v", data.Operation, err)
	}
}

// fit compares values with the fields that declare them.
func fit(fields []manifest.Field, values map[string]any) error {
	for key, value := range values {
		i := slices.IndexFunc(fields, func(f manifest.Field) bool { return f.Key == key })
		switch {
		case i < 0:
			return fmt.Errorf("the value %q is not declared", key)
		case !fields[i].Accepts(value) && (fields[i].Kind != manifest.KindTime || !isNumber(value)):
			return fmt.Errorf("the value %v of %q is not of the kind %s", value, key, fields[i].Kind)
		}
	}
	return nil
}

func isNumber(value any) bool {
	_, ok := value.(float64)
	return ok
}

// alertTypes reads the alerts that the plugin raised during the suite.
func (s *suite) alertTypes(t *testing.T) {
	m, subject := s.host.Manifest, manifest.RaisedSubject(s.host.Manifest.ID)
	stream, err := s.host.JetStream(t).Stream(t.Context(), events.StreamEvents)
	if err != nil {
		t.Fatalf("find the stream of %s: %v", subject, err)
	}
	seen := map[string]bool{}
	for sequence := uint64(1); ; sequence++ {
		message, err := stream.GetMsg(t.Context(), sequence, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			break
		}
		if err != nil {
			t.Fatalf("read %s: %v", subject, err)
		}
		sequence = message.Sequence
		e, err := events.Unmarshal[events.AlertRaised](message.Data)
		if err != nil {
			t.Fatalf("%s is no event: %v", message.Data, err)
		}
		i := slices.IndexFunc(m.AlertTypes, func(a manifest.AlertType) bool { return a.ID == e.Data.Type })
		if i < 0 {
			t.Errorf("the plugin raises %q, which is not among its alert_types", e.Data.Type)
			continue
		}
		seen[e.Data.Type] = true
		if err := fit(m.AlertTypes[i].Values, e.Data.Values); err != nil {
			t.Errorf("an alert %s: %v", e.Data.Type, err)
		}
	}
	var missing []string
	for _, one := range m.AlertTypes {
		if _, excused := s.fixtures.RaisedElsewhere[one.ID]; !seen[one.ID] && !excused {
			missing = append(missing, one.ID)
		}
	}
	if len(missing) > 0 {
		t.Errorf("nothing in the suite raises %s: have Plant or an event do it, or say in Fixtures.RaisedElsewhere which test does", strings.Join(missing, ", "))
	}
}
