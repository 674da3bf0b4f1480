package live_test

import (
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/plugintest"
)

func TestStream_TellsAPlayerWhatItAsksForFirst(t *testing.T) {
	t.Parallel()
	s := watched(t)
	stream := s.hub.Find("s1")
	if stream.Beginning(t.Context()) != nil {
		t.Error("there is a beginning without a picture")
	}
	s.start(t, newRecorder(t), stream)
	<-stream.Begun()
	s.await(t, live.Low, 3)
	plugintest.Within(t, patience, "what a player is told is not what it would be answered", func() bool {
		pieces := stream.Beginning(t.Context())
		if len(pieces) < 4 || pieces[0].File != "index.m3u8" || !strings.Contains(string(pieces[1].Body), "#EXT-X-PART:") || !strings.Contains(string(pieces[2].Body[:16]), "ftyp") {
			t.Fatalf("the beginning is %d pieces", len(pieces))
		}
		list := string(pieces[1].Body)
		for _, p := range pieces[2:] { // playlists change
			if !strings.Contains(list, `URI="`+p.File+`"`) {
				t.Errorf("%s is not in the playlist", p.File)
			}
			if fetch(t, s.page+"/s1/low/"+p.File) != string(p.Body) {
				return false // it has left the playlist meanwhile
			}
		}
		first := list[:strings.Index(list, `URI="`+pieces[3].File+`"`)]
		rest := list[len(first):]
		return strings.Contains(rest[:strings.Index(rest, "\n")], "INDEPENDENT=YES") && !strings.Contains(string(pieces[len(pieces)-1].Body[:8]), "ftyp")
	})
}
