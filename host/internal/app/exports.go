package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Bounds of what a browser says of an export.
const (
	longestExportName = 200
	exportBody        = 4 << 10
)

// tableExports lets browsers say that they make a file of a table that they have read: the audit log has it like a download.
func tableExports() edge.Own {
	return edge.Own{
		Method: http.MethodPost, Template: "/api/org/{orgId}/exports", Summary: "Say that a table is saved as a file, for the audit log", MaxBody: exportBody,
		Lock: signedIn("whoever has read a table may save it, and says so"), Handler: http.HandlerFunc(noteExport), Shape: edge.Shape{Body: tableExport{}},
	}
}

// tableExport is what a browser says of an export.
type tableExport struct {
	Name   string `json:"name" doc:"Of the table"`
	Format string `json:"format" enum:"csv,xlsx"`
	Rows   int    `json:"rows"`
}

func noteExport(w http.ResponseWriter, r *http.Request) {
	var in tableExport
	body, err := io.ReadAll(r.Body) // the edge bounds it
	if err == nil {
		err = json.Unmarshal(body, &in)
	}
	if err != nil {
		web.WriteProblem(w, r, &web.Problem{Type: "about:blank", Status: http.StatusBadRequest, Kind: fault.Invalid, Title: "The request body is not JSON."})
		return
	}
	if err := web.CheckJSON(body); err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	var wrong []fault.Field
	if in.Name == "" || len(in.Name) > longestExportName {
		wrong = append(wrong, fault.Field{Location: "body.name", Message: "must have 1 to 200 bytes"})
	}
	if in.Format != "csv" && in.Format != "xlsx" {
		wrong = append(wrong, fault.Field{Location: "body.format", Message: "must be csv or xlsx"})
	}
	if in.Rows < 0 {
		wrong = append(wrong, fault.Field{Location: "body.rows", Message: "must not be negative"})
	}
	if wrong != nil {
		web.WriteProblem(w, r, fault.InvalidFields("The request is not valid.", wrong...))
		return
	}
	audit.Note(r.Context(), func(record *audit.Record) {
		record.ObjectKind, record.ObjectID = "table", in.Name
		record.Detail = fmt.Sprintf("Table %s saved as %s: %s rows", strconv.Quote(in.Name), in.Format, strconv.Itoa(in.Rows))
	})
	w.WriteHeader(http.StatusNoContent)
}
