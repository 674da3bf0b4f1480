package rows

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// maxLine bounds one batch that is read, in bytes.
const maxLine = 4 << 20

// ErrCutOff is an answer that ends before its last line: rows are missing.
var ErrCutOff = errors.New("the rows end before their end")

// Read reads an answer batch by batch. It returns how many rows there were once the answer is whole, and otherwise what went wrong: what each returned, the problem of
// the other side, or ErrCutOff.
func Read(from io.Reader, each func(batch [][]any) error) (count int64, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for lines.Scan() {
		var line struct {
			Rows    [][]any      `json:"rows"`
			Done    bool         `json:"done"`
			Count   int64        `json:"count"`
			Problem *web.Problem `json:"problem"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return count, fmt.Errorf("read rows: %w", err)
		}
		switch {
		case line.Problem != nil:
			return count, &fault.Error{Kind: line.Problem.Kind, Message: line.Problem.Title, Fields: line.Problem.Errors}
		case line.Done && line.Count != count:
			return count, fmt.Errorf("%d of %d rows came: %w", count, line.Count, ErrCutOff)
		case line.Done:
			return count, nil
		}
		count += int64(len(line.Rows))
		if err := each(line.Rows); err != nil {
			return count, err
		}
	}
	if err := lines.Err(); err != nil {
		return count, fmt.Errorf("read rows: %w", err)
	}
	return count, ErrCutOff
}
