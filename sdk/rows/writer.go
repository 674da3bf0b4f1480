package rows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// batchBytes is how much is gathered before it leaves.
const batchBytes = 32 << 10

// Writer sends rows. It is for one goroutine.
type Writer struct {
	columns int
	begin   func()
	out     io.Writer
	begun   bool

	batch bytes.Buffer // rows, each with a comma behind it
	count int64
}

// Add sends a row: a value for each column, in order. Times are written in UTC; nil is what is not known. An error ends the answer: the reader is gone, or the row does not fit
// the columns.
func (w *Writer) Add(values ...any) error {
	if len(values) != w.columns {
		return fmt.Errorf("a row has %d values for %d columns", len(values), w.columns)
	}
	for i, value := range values {
		if at, ok := value.(time.Time); ok {
			values[i] = at.UTC().Format(time.RFC3339Nano)
		}
	}
	raw, err := json.Marshal(values)
	if err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	w.batch.Write(raw)
	w.batch.WriteByte(',')
	w.count++
	if w.batch.Len() < batchBytes {
		return nil
	}
	return w.flush()
}

// flush sends what was gathered.
func (w *Writer) flush() error {
	if w.batch.Len() == 0 {
		return nil
	}
	rows := w.batch.Bytes()[:w.batch.Len()-1]
	err := w.line(map[string]json.RawMessage{"rows": append(append([]byte("["), rows...), ']')})
	w.batch.Reset()
	return err
}

func (w *Writer) end() error {
	if err := w.flush(); err != nil {
		return err
	}
	return w.line(map[string]any{"done": true, "count": w.count})
}

func (w *Writer) line(value any) error {
	if !w.begun {
		w.begun = true
		w.begin()
	}
	if err := json.NewEncoder(w.out).Encode(value); err != nil {
		return fmt.Errorf("send rows: %w", err)
	}
	if f, ok := w.out.(http.Flusher); ok {
		f.Flush()
	}
	return nil
}
