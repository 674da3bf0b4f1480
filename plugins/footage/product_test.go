package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/sdk/plugintest"
)

const camera = "camera-1"

// product is a host with a device that speaks as real ones do.
type product struct {
	*plugintest.Host
	t       *testing.T
	vehicle string
}

func startProduct(t *testing.T) *product {
	t.Helper()
	ffmpeg := recordertest.FFmpeg(t)
	host := plugintest.Start(t, ".", plugintest.Beside("../vehicles", "../users", "../gateway"), plugintest.Setting("footage", "ffmpeg", ffmpeg))
	p := &product{Host: host, t: t}
	admin := plugintest.As("alpha", "ORG_ADMIN")
	var vehicle struct{ ID string }
	p.Do(admin, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": "Van 7", "vehicle_type": "van", "node": "alpha"}).Decode(t, &vehicle)
	var added struct{ Key string }
	p.Do(admin, "POST /api/org/alpha/devices", map[string]string{"device_id": camera, "model": "JH8"}).Decode(t, &added)
	p.Do(admin, "PUT /api/org/alpha/vehicles/"+vehicle.ID+"/devices/"+camera, map[string]bool{"is_defaultdevice": true})
	p.vehicle = vehicle.ID
	recordertest.Connect(t, camera, p.Listeners["mqtt"], added.Key)
	return p
}

// fetch gets an address of the host, with a token or without.
func (p *product) fetch(path, token string) (int, []byte) {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.URL+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, body
}

type started struct {
	Status  string `json:"status"`
	Plain   string `json:"streaming_session_url_hls_plain"`
	StartMs int64  `json:"start_ms"`
	Sound   string `json:"sound"`

	Watermark *struct{ Name string } `json:"watermark"`
	Beginning []struct {
		File string
		Body []byte
	} `json:"beginning"`
}

// watch starts something and waits until it can be played.
func (p *product) watch(as plugintest.Actor, operation, body string) started {
	p.t.Helper()
	var list []started
	plugintest.Within(p.t, time.Minute, "the device does not show itself", func() bool {
		answer := p.Do(as, "POST /api/org/alpha/devices/id/"+camera+"/"+operation, body)
		if answer.Status != http.StatusOK {
			p.t.Logf("%s: %d %s", operation, answer.Status, answer.Body)
			return false
		}
		answer.Decode(p.t, &list)
		return len(list) == 1 && list[0].Plain != ""
	})
	plugintest.Within(p.t, time.Minute, "there is no playlist", func() bool {
		status, body := p.fetch(list[0].Plain, p.Token(as))
		return status == http.StatusOK && bytes.Contains(body, []byte("#EXTM3U"))
	})
	return list[0]
}

func TestProduct(t *testing.T) {
	p := startProduct(t)
	admin := plugintest.As("alpha", "ORG_ADMIN")
	plugintest.Within(t, time.Minute, "the device is not known", func() bool {
		var s struct{ Supported bool }
		answer := p.Do(admin, "GET /api/org/alpha/devices/id/"+camera+"/vod", nil)
		return answer.Status == http.StatusOK && json.Unmarshal([]byte(answer.Body), &s) == nil && s.Supported
	})
	t.Run("live, with a name over the picture", func(t *testing.T) {
		if answer := p.Do(admin, "PUT /api/org/alpha/footage/settings", `{"watermark":true}`); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if s := p.watch(admin, "videostreams", `{"action":"start_streaming","channel":1}`); s.Watermark == nil || s.Watermark.Name == "" {
			t.Errorf("%+v", s)
		}
		// Whoever comes to a picture that is there already is told what a player asks for first.
		s := p.watch(admin, "videostreams", `{"action":"start_streaming","channel":1,"beginning":true}`)
		if len(s.Beginning) < 3 || s.Beginning[0].File != "index.m3u8" || !bytes.HasPrefix(s.Beginning[0].Body, []byte("#EXTM3U")) {
			t.Errorf("the beginning is %d pieces", len(s.Beginning))
		}
	})
	var start time.Time
	t.Run("a recording", func(t *testing.T) {
		start = p.recorded()
		if s := p.watch(admin, "vod", fmt.Sprintf(`{"channels":[1],"start_time":"%s"}`, start.Format(time.RFC3339))); s.StartMs != start.UnixMilli() {
			t.Errorf("it begins at %d, want %d", s.StartMs, start.UnixMilli())
		}
		var list []started
		p.Do(admin, "POST /api/org/alpha/devices/id/"+camera+"/vod", `{"action":"get_endpoints"}`).Decode(t, &list)
		if len(list) != 1 || list[0].Sound != "none" { // the recorder has no microphone
			t.Errorf("what is to be heard of it: %+v", list)
		}
	})
	t.Run("a file", func(t *testing.T) { p.getsAFile(t, start) })
	t.Run("a permission is taken away", p.losesItsPermission)
}

// recorded finds when the device has recorded something, by the operation.
func (p *product) recorded() time.Time {
	p.t.Helper()
	for day := range 3 {
		date := time.Now().UTC().AddDate(0, 0, -day)
		var found struct {
			Intervals []struct {
				Channel int `json:"ch"`
				Start   int `json:"start"`
				End     int `json:"end"`
			}
			Zone string
		}
		p.Do(plugintest.As("alpha", "ORG_ADMIN"), "POST /api/org/alpha/devices/id/"+camera+"/recordingtimes", `{"type":"video","date":"`+date.Format(time.DateOnly)+`"}`).Decode(p.t, &found)
		zone, err := time.LoadLocation(found.Zone)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, i := range found.Intervals {
			if i.Channel == 1 && i.End-i.Start > 120 {
				return time.Date(date.Year(), date.Month(), date.Day(), 0, 0, i.Start+10, 0, zone) // by the clock on the wall, on days of 23 and 25 hours too
			}
		}
	}
	p.t.Fatal("the device has recorded nothing within three days")
	return time.Time{}
}

func (p *product) getsAFile(t *testing.T, start time.Time) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	ask := fmt.Sprintf(`{"description":"Crossing","file_requests":[{"file_type":"video","start_time":"%s","duration":"4","channel":"1"}]}`, start.Format(time.RFC3339))
	var made struct {
		ID string `json:"fileset_request_id"`
	}
	p.Do(admin, "POST /api/org/alpha/vehicles/"+p.vehicle+"/devices/"+camera+"/cloud/filesets/requests", ask).Decode(t, &made)
	var list struct {
		Filesets []struct {
			Status    string `json:"status"`
			Thumbnail string `json:"thumbnail"`
			Size      int64  `json:"size"`
		} `json:"filesets"`
		Total int `json:"total_records"`
	}
	query := url.Values{"filter": {"types:in:video,tracking", "channels:eq:1", "status:eq:success"}, "sort": {"-size"}, "q": {"crossing"}}
	plugintest.Within(t, 2*time.Minute, "the file does not come", func() bool {
		p.Do(admin, "GET /api/org/alpha/files/requests?"+query.Encode(), nil).Decode(t, &list)
		return list.Total == 1
	})
	if status, picture := p.fetch(list.Filesets[0].Thumbnail, ""); status != http.StatusOK || !bytes.HasPrefix(picture, []byte("\xff\xd8")) {
		t.Errorf("the small picture at %q is answered %d", list.Filesets[0].Thumbnail, status)
	}
	var archive struct{ Location, File string }
	p.Do(admin, "POST /api/org/alpha/files/zip", map[string]any{"fileset_request_ids": []string{made.ID}}).Decode(t, &archive)
	if !strings.HasPrefix(archive.File, "Van_7_") || !strings.HasSuffix(archive.File, ".zip") {
		t.Errorf("the zip is called %s", archive.File)
	}
	status, body := p.fetch(archive.Location, "")
	files, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if status != http.StatusOK || err != nil || len(files.File) != 1 || int64(files.File[0].UncompressedSize64) != list.Filesets[0].Size {
		t.Errorf("the zip is answered %d with %d bytes: %v", status, len(body), err)
	}
	if status, _ := p.fetch(archive.Location, ""); status != http.StatusNotFound {
		t.Errorf("the same link once more is answered %d", status)
	}
	t.Run("it is shared", func(t *testing.T) { p.shares(t, made.ID) })
}

// losesItsPermission takes the permission from somebody who watches: within five seconds nothing more is to be had.
func (p *product) losesItsPermission(t *testing.T) {
	admin, viewer := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("alpha", "GROUP_ADMIN")
	move := p.Do(admin, "PUT /api/org/alpha/vehicles/"+p.vehicle, map[string]string{"node": "alpha-north"})
	if move.Status >= 300 {
		t.Fatalf("%d %s", move.Status, move.Body)
	}
	s, user := p.watch(viewer, "videostreams", `{"action":"start_streaming","channel":2}`), p.userID("group_admin@alpha.test")
	token := p.Token(viewer)
	if answer := p.Do(admin, "PUT /api/org/alpha/ousers/"+user+"/role", `{"role":"THIRD_PARTY_USER"}`); answer.Status >= 300 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	began := time.Now()
	plugintest.Within(t, time.Minute, "the picture goes on", func() bool {
		status, _ := p.fetch(s.Plain, token)
		return status == http.StatusForbidden || status == http.StatusUnauthorized
	})
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the picture went on for %s", took)
	}
}
