package recorder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"outrider.dev/sdk/device"
)

// errGone means that a link is over: only a new command helps.
var errGone = errors.New("the link is over")

// errCut is what the simulated network does now and then.
var errCut = errors.New("the connection broke")

// errMixed means that what the server has is not what was promised.
var errMixed = errors.New("what arrived is not the file")

// errOther means that the server has another file, whole, under the link.
var errOther = fmt.Errorf("%w: the server has another file", errGone)

const answerBytes = 1 << 20

// sender brings one file in parts.
type sender struct {
	recorder  *Recorder
	url       string
	partBytes int64
	progress  func(percent float64)
	sent      int64 // since the link was last cut
}

// arrived is what the server has.
type arrived struct {
	Parts []struct {
		Part int   `json:"part"`
		Size int64 `json:"size"`
	} `json:"parts"`
	Complete bool `json:"complete"`
}

// send brings what the server lacks of a file, and says that it is whole; fs.ErrNotExist if it lacks some and the file is not here.
func (s *sender) send(ctx context.Context, path string, made device.Uploaded) error {
	var there arrived
	if err := s.do(ctx, http.MethodGet, s.url, nil, &there); err != nil {
		return err
	}
	if !there.Complete {
		if err := s.parts(ctx, path, made, there); err != nil {
			return err
		}
	}
	promise, err := json.Marshal(map[string]any{"size": made.Size, "sha256": made.SHA256})
	if err != nil {
		return err
	}
	err = s.do(ctx, http.MethodPost, s.url, bytes.NewReader(promise), nil)
	switch {
	case there.Complete && errors.Is(err, errOther):
		return nil // it was brought before, and has been worked on since
	case errors.Is(err, errMixed): // parts are left of another making
		if err := s.parts(ctx, path, made, arrived{}); err != nil {
			return err
		}
		return s.do(ctx, http.MethodPost, s.url, bytes.NewReader(promise), nil)
	}
	return err
}

// parts sends those that are not there in their full length.
func (s *sender) parts(ctx context.Context, path string, made device.Uploaded, there arrived) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read from
	has := map[int]int64{}
	for _, p := range there.Parts {
		has[p.Part] = p.Size
	}
	for offset, number := int64(0), 1; offset < made.Size; offset, number = offset+s.partBytes, number+1 {
		length := min(s.partBytes, made.Size-offset)
		if has[number] != length {
			part := io.NewSectionReader(file, offset, length)
			if err := s.do(ctx, http.MethodPut, s.url+"?part="+strconv.Itoa(number), s.slow(ctx, part), nil); err != nil {
				return err
			}
		}
		s.progress(float64(offset+length) * 100 / float64(made.Size))
	}
	return nil
}

func (s *sender) do(ctx context.Context, method, url string, body io.Reader, answer any) (err error) {
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	client := http.Client{Transport: &http.Transport{TLSClientConfig: s.recorder.tls(), DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment}}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	raw, err := io.ReadAll(io.LimitReader(response.Body, answerBytes))
	if err != nil {
		return err
	}
	switch {
	case response.StatusCode == http.StatusConflict:
		return fmt.Errorf("%w: %s", errOther, raw)
	case response.StatusCode == http.StatusUnprocessableEntity:
		return fmt.Errorf("%w: %s", errMixed, raw)
	case response.StatusCode == http.StatusForbidden, response.StatusCode == http.StatusGone, response.StatusCode == http.StatusRequestEntityTooLarge:
		return fmt.Errorf("%w: %d %s", errGone, response.StatusCode, raw)
	case response.StatusCode >= http.StatusBadRequest:
		return fmt.Errorf("%s: %d %s", method, response.StatusCode, raw)
	case answer != nil:
		return json.Unmarshal(raw, answer)
	}
	return nil
}

// slow reads no faster than the link sends, and breaks off where the link does.
func (s *sender) slow(ctx context.Context, from io.Reader) io.Reader {
	began, read := time.Now(), int64(0)
	return readerFunc(func(p []byte) (int, error) {
		link := s.recorder.options.Link
		if link.CutAfter > 0 && s.sent >= link.CutAfter {
			s.sent = 0
			return 0, errCut
		}
		if link.BytesPerSecond > 0 && len(p) > int(link.BytesPerSecond/10)+1 {
			p = p[:link.BytesPerSecond/10+1]
		}
		n, err := from.Read(p)
		s.sent += int64(n)
		if read += int64(n); link.BytesPerSecond > 0 { // what one wait is too long the next is shorter
			wait(ctx, time.Until(began.Add(time.Duration(float64(read)/float64(link.BytesPerSecond)*float64(time.Second)))))
		}
		return n, err
	})
}

type readerFunc func([]byte) (int, error)

// Read implements io.Reader.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
