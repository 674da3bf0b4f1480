//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"
)

// viewer plays low latency HLS as hls.js does: it asks for a playlist that has the next part, which waits, and then for the part.
type viewer struct {
	client *http.Client
	base   string // "http://127.0.0.1:1234/api/org/alpha/footage/live/…/low/"
	token  string
	told   map[string][]byte // what was answered with the view, each once
	have   map[string]bool   // parts
}

var (
	partURI  = regexp.MustCompile(`#EXT-X-PART:[^\n]*URI="([^"]+)"`)
	aloneURI = regexp.MustCompile(`#EXT-X-PART:[^\n]*URI="([^"]+)"[^\n]*INDEPENDENT=YES`)
	initURI  = regexp.MustCompile(`#EXT-X-MAP:URI="([^"]+)"`)
	hintURI  = regexp.MustCompile(`#EXT-X-PRELOAD-HINT:[^\n]*URI="([^"]+)"`)
	mediaURI = regexp.MustCompile(`(?m)^([^#\s]+\.m3u8\S*)`)
)

func (v *viewer) get(ctx context.Context, file string) ([]byte, error) {
	if body, ok := v.told[file]; ok {
		delete(v.told, file)
		return body, nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+file, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+v.token)
	answer, err := v.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", file, answer.StatusCode, body)
	}
	return body, err
}

// begin fetches what is needed to show the first picture, and returns the name of the playlist.
func (v *viewer) begin(ctx context.Context) (playlist string, err error) {
	v.have = map[string]bool{}
	for {
		main, err := v.get(ctx, "index.m3u8")
		if err != nil && ctx.Err() != nil {
			return "", err
		}
		found := mediaURI.FindSubmatch(main)
		if err != nil || found == nil {
			pause(ctx, 20*time.Millisecond)
			continue
		}
		playlist = string(found[1])
		list, err := v.get(ctx, playlist)
		if err != nil {
			return "", err
		}
		first, part := initURI.FindSubmatch(list), partURI.FindSubmatch(list)
		if alone := aloneURI.FindAllSubmatch(list, -1); len(alone) > 0 {
			part = alone[len(alone)-1] // where a player of low latency begins
		}
		if part == nil {
			part = hintURI.FindSubmatch(list)
		}
		if first == nil || part == nil {
			pause(ctx, 20*time.Millisecond)
			continue
		}
		if _, err := v.get(ctx, string(first[1])); err != nil {
			return "", err
		}
		_, err = v.get(ctx, string(part[1]))
		return playlist, err
	}
}

// watch plays until ctx ends, and tells the longest that it waited for the next part.
func (v *viewer) watch(ctx context.Context, playlist string) (longest time.Duration, parts int, err error) {
	last := time.Now()
	for ctx.Err() == nil {
		list, err := v.get(ctx, playlist)
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return longest, parts, err
		}
		for _, found := range partURI.FindAllSubmatch(list, -1) {
			name := string(found[1])
			if v.have[name] {
				continue
			}
			v.have[name] = true
			if parts++; parts < 16 {
				last = time.Now() // what was there before
				continue
			}
			if _, err := v.get(ctx, name); err != nil && ctx.Err() == nil {
				return longest, parts, err
			}
			longest, last = max(longest, time.Since(last)), time.Now()
		}
		if hint := hintURI.FindSubmatch(list); hint != nil { // waits until it is there
			name := string(hint[1])
			if _, err := v.get(ctx, name); err != nil && ctx.Err() == nil {
				return longest, parts, err
			}
			if !v.have[name] {
				v.have[name] = true
				parts++
				longest, last = max(longest, time.Since(last)), time.Now()
			}
		}
	}
	return max(longest, time.Since(last)), parts, nil
}
