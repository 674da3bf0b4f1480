package bundle

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"time"

	"outrider.dev/sdk/device/samplefile"
)

// maxSampleBytes bounds a tracking or IMU file that is made a table: it is read as a whole.
const maxSampleBytes = 16 << 20

// unsafeName is what the name of a column is cleaned of: the names are a device's words, and spreadsheets calculate.
var unsafeName = regexp.MustCompile(`[^A-Za-z0-9_. -]`)

// writeTable writes the samples of a file as CSV: the time in UTC first, then the file's own fields in their order, as they are.
func writeTable(w io.Writer, format samplefile.Format, from io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(from, maxSampleBytes+1))
	if err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	if len(data) > maxSampleBytes {
		return samplefile.ErrTooLarge
	}
	file, err := format.Read(data)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(w)
	out := csv.NewWriter(buffered)
	line := []string{"utc"}
	for _, f := range file.Fields {
		line = append(line, unsafeName.ReplaceAllString(f.Name, "_"))
	}
	if err := out.Write(line); err != nil {
		return err
	}
	get := file.Getter()
	for _, sample := range file.Samples {
		line = append(line[:0], time.UnixMilli(int64(get(sample, "timestamp"))).UTC().Format("2006-01-02T15:04:05.000Z"))
		for i, f := range file.Fields {
			line = append(line, cell(f.Precision, sample[i]))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return buffered.Flush()
}

// cell is a value as its precision means it: characters as letters, numbers as short as they are exact.
func cell(p samplefile.Precision, value float64) string {
	switch p {
	case samplefile.Char:
		letter := rune(value)
		if letter < ' ' || letter > '~' || letter == '=' || letter == '+' || letter == '-' || letter == '@' {
			return ""
		}
		return string(letter)
	case samplefile.Float32:
		return strconv.FormatFloat(value, 'f', -1, 32)
	default:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
}
