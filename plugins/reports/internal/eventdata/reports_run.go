// Code generated from events/run.schema.json of reports. DO NOT EDIT.

package eventdata

// RunEnded tells that a scheduled report was made, or failed for good.
type RunEnded struct {
	// When it ended, Unix milliseconds.
	EndedMs int64 `json:"ended_ms"`

	// The beginning of its time, Unix milliseconds.
	FromMs int64 `json:"from_ms"`

	// The id of the run.
	ID string `json:"id"`

	// The schedule's name.
	Name string `json:"name"`

	// Why it failed.
	Reason string `json:"reason,omitempty"`

	// What is reported.
	ReportType string `json:"report_type"`

	// How many rows it has.
	Rows int64 `json:"rows,omitempty"`

	// The schedule that it belongs to.
	ScheduleID string `json:"schedule_id"`

	// How it ended: done or failed.
	State string `json:"state"`

	// The end of its time, Unix milliseconds.
	ToMs int64 `json:"to_ms"`
}
