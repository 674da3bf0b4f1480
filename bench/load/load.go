// Package load sends requests as fast as they are answered, over a fixed number of connections, at little cost of its own: on a machine of two
// processors what the sender uses is missing from what is measured.
package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"
	"time"
)

// Target is one operation.
type Target struct {
	Address string // host:port
	Path    string
	Headers []string // "Authorization: Bearer …"
}

// Result is what one round reached.
type Result struct {
	PerSecond float64
	P50, P99  time.Duration
}

// Run sends to target over so many connections for so long. An answer other than 200 is an error.
func Run(ctx context.Context, target Target, connections int, length time.Duration) (Result, error) {
	request := []byte("GET " + target.Path + " HTTP/1.1\r\nHost: " + target.Address + "\r\n")
	for _, header := range target.Headers {
		request = append(request, header+"\r\n"...)
	}
	request = append(request, "\r\n"...)
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	took, problems := make([][]time.Duration, connections), make([]error, connections)
	var sending sync.WaitGroup
	began := time.Now()
	for i := range connections {
		sending.Go(func() { took[i], problems[i] = send(ctx, target.Address, request) })
	}
	sending.Wait()
	elapsed := time.Since(began)
	if err := errors.Join(problems...); err != nil {
		return Result{}, err
	}
	var all []time.Duration
	for _, part := range took {
		all = append(all, part...)
	}
	return Result{float64(len(all)) / elapsed.Seconds(), Percentile(all, 0.5), Percentile(all, 0.99)}, nil
}

func send(ctx context.Context, address string, request []byte) (took []time.Duration, err error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	reader := bufio.NewReaderSize(conn, 64<<10)
	for ctx.Err() == nil {
		began := time.Now()
		if _, err := conn.Write(request); err != nil {
			return nil, err
		}
		if err := receive(reader); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// receive reads one answer and throws it away.
func receive(reader *bufio.Reader) error {
	line, err := reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
		return fmt.Errorf("the answer is %q", bytes.TrimSpace(line))
	}
	length := -1
	for {
		if line, err = reader.ReadSlice('\n'); err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if name, value, _ := bytes.Cut(line, []byte(":")); bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
	}
	if length >= 0 {
		_, err = reader.Discard(length)
		return err
	}
	return receiveChunks(reader)
}

func receiveChunks(reader *bufio.Reader) error {
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 64)
		if err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, reader, size+2); err != nil {
			return err
		}
		if size == 0 {
			return nil
		}
	}
}
