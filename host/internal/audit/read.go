package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// readLines reads the whole lines of a file from an offset and says where it stopped. A last line that is not whole yet stays for the next
// time; one that cannot be read is a line that a crash cut off, and nothing was promised of it.
func readLines(path string, from int64) (lines []line, upTo int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, from, fmt.Errorf("read the audit journal: %w", err)
	}
	defer file.Close()
	if _, err := file.Seek(from, io.SeekStart); err != nil {
		return nil, from, fmt.Errorf("read the audit journal: %w", err)
	}
	reader := bufio.NewReader(file)
	for upTo = from; len(lines) < shipBatch; {
		text, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return lines, upTo, fmt.Errorf("read the audit journal: %w", err)
		}
		upTo += int64(len(text))
		var l line
		if json.Unmarshal(bytes.TrimSpace(text), &l) == nil {
			lines = append(lines, l)
		}
	}
	return lines, upTo, nil
}

// eachLine reads a whole file.
func eachLine(path string, do func(line)) error {
	for offset := int64(0); ; {
		lines, upTo, err := readLines(path, offset)
		if err != nil || upTo == offset {
			return err
		}
		for _, l := range lines {
			do(l)
		}
		offset = upTo
	}
}
