package admin

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/plugins"
)

type logQuery struct {
	PluginID
	After uint64 `query:"after" doc:"Sequence of the last line that is known; 0: all that is kept"`
	Level string `query:"level" enum:"debug,info,warn,error" default:"debug" doc:"Least severe"`
	Text  string `query:"q" maxLength:"200"`
	Wait  int    `query:"wait" minimum:"0" maximum:"25" doc:"Seconds to wait for a line"`
	Limit int    `query:"limit" minimum:"1" maximum:"2000" default:"500" doc:"The newest of them"`
}

type logAnswer struct {
	Body struct {
		Lines []LineView `json:"lines" doc:"Oldest first"`
		Last  uint64     `json:"last" doc:"To ask for what comes after"`
	}
}

// LineView is one line of a log.
type LineView struct {
	Seq     uint64      `json:"seq"`
	At      time.Time   `json:"at"`
	Level   string      `json:"level" enum:"debug,info,warn,error"`
	Message string      `json:"message"`
	Fields  []LineField `json:"fields"`
}

// LineField is one attribute.
type LineField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// pluginLog answers at once if there is something, otherwise when there is, or when the wait is over.
func (a *Admin) pluginLog(ctx context.Context, in *logQuery) (*logAnswer, error) {
	if _, err := a.find(in.ID); err != nil {
		return nil, err
	}
	ring := a.plugins.Logs(in.ID)
	patience := time.NewTimer(time.Duration(in.Wait) * time.Second)
	defer patience.Stop()
	answer := &logAnswer{}
	answer.Body.Lines, answer.Body.Last = []LineView{}, in.After
	for {
		lines, more := ring.Since(answer.Body.Last)
		for _, line := range lines {
			answer.Body.Last = line.Seq
			if in.matches(line) {
				answer.Body.Lines = append(answer.Body.Lines, lineOf(line))
			}
		}
		if len(answer.Body.Lines) > 0 || in.Wait == 0 {
			answer.Body.Lines = answer.Body.Lines[max(0, len(answer.Body.Lines)-in.Limit):]
			return answer, nil
		}
		select {
		case <-more:
		case <-patience.C:
			return answer, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (q *logQuery) matches(line plugins.LogLine) bool {
	var least slog.Level
	_ = least.UnmarshalText([]byte(q.Level)) // validated
	return line.Level >= least && (q.Text == "" || strings.Contains(strings.ToLower(line.Text()), strings.ToLower(q.Text)))
}

func lineOf(line plugins.LogLine) LineView {
	view := LineView{Seq: line.Seq, At: line.At.UTC(), Level: levelOf(line.Level), Message: line.Message, Fields: []LineField{}}
	for _, a := range line.Attrs {
		view.Fields = append(view.Fields, LineField{a.Key, a.Value.String()})
	}
	return view
}

func levelOf(level slog.Level) string {
	switch {
	case level >= slog.LevelError:
		return "error"
	case level >= slog.LevelWarn:
		return "warn"
	case level >= slog.LevelInfo:
		return "info"
	default:
		return "debug"
	}
}
