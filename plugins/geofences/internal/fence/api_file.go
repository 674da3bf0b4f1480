package fence

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/geofile"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// importBody bounds the body of an import: a file of the most bytes, with each quotation mark written as two.
const importBody = geofile.MostBytes + geofile.MostBytes/4

// registerFiles lists the operations about files.
func (a *API) registerFiles(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/geofences/import/preview", web.Needs("createGeofence"), a.preview, web.ReadsOnly(), web.MaxBody(importBody), web.TakesLong(),
		web.Summary("What is in a file of GeoJSON or KML, and what is wrong with it"))
	web.Handle(r, "POST /org/{orgId}/geofences/import", web.Needs("createGeofence"), a.importFile, web.MaxBody(importBody), web.TakesLong(),
		web.IDs("body.vehicle_ids", "vehicle"), web.IDs("body.group_ids", "group"), web.Summary("Makes geofences of the features of a file, of all that are named or of none"))
	web.Handle(r, "GET /org/{orgId}/geofences/file", web.Needs("viewGeofence"), a.export, web.Exports(), web.Summary("The geofences in sight as a file"))
}

// Featured is a feature of a file.
type Featured struct {
	N           int            `json:"n" doc:"Its place in the file, from 1"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Colour      string         `json:"colour" doc:"#RRGGBBAA, or empty"`
	Shape       *shape.Shape   `json:"shape,omitempty"`
	Triggers    *Triggers      `json:"triggers,omitempty" doc:"Of a file that this product wrote"`
	Period      *Period        `json:"active_period,omitempty"`
	Disabled    bool           `json:"disabled"`
	Corners     int            `json:"corners" doc:"In the file"`
	SimplifiedM float64        `json:"simplified_m" doc:"How far the shape is off the file's at most, since that has too many corners; 0: it is the same"`
	Exists      bool           `json:"exists" doc:"There is a geofence in sight with this name"`
	Field       string         `json:"field" doc:"Where the problem is"`
	Problem     string         `json:"problem" doc:"Why it cannot be a geofence; empty: it can"`
	Reason      geofile.Reason `json:"reason" doc:"The same for screens in other languages"`
}

type previewInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Content string `json:"content" maxLength:"20971520" doc:"The file"`
	}
}

type previewOutput struct {
	Body struct {
		Format   string     `json:"format" enum:"geojson,kml"`
		Features []Featured `json:"features" nullable:"false"`
	}
}

// preview reads a file, and keeps nothing.
func (a *API) preview(ctx context.Context, in *previewInput) (*previewOutput, error) {
	format, list, err := read(in.Body.Content)
	if err != nil {
		return nil, err
	}
	out := &previewOutput{}
	out.Body.Format, out.Body.Features = format, make([]Featured, len(list))
	names := make([]string, len(list))
	for i, f := range list {
		out.Body.Features[i], names[i] = featured(i+1, f), strings.ToLower(strings.TrimSpace(f.Name))
	}
	caller := web.Caller(ctx)
	visible, args := Visible(caller)
	err = a.store.db.Read(ctx, func(tx *gorm.DB) error {
		there, err := store.Rows[string](tx, `SELECT DISTINCT lower(g.name) FROM geofences.geofence g WHERE g.org_id = ? AND lower(g.name) = ANY(?) AND `+visible, append([]any{caller.OrgID, store.List(names)}, args...)...)
		known := map[string]bool{}
		for _, one := range there {
			known[one] = true
		}
		for i, name := range names {
			out.Body.Features[i].Exists = known[name]
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for geofences of the same names: %w", err)
	}
	return out, nil
}

func read(content string) (format string, list []geofile.Feature, err error) {
	format, list, err = geofile.Read(content)
	if err != nil {
		err = fault.InvalidFields(err.Error(), fault.Field{Location: "body.content", Message: err.Error()})
	}
	return format, list, err
}

// extra is what a file of this product says beside the shape.
type extra struct {
	Triggers *Triggers `json:"triggers,omitempty"`
	Period   *Period   `json:"active_period,omitempty"`
	Disabled bool      `json:"disabled,omitempty"`
}

// featured reads what a feature says of itself, and whether it can be a geofence.
func featured(n int, f geofile.Feature) Featured {
	one := Featured{
		N: n, Name: f.Name, Description: f.Description, Colour: f.Colour, Corners: f.Corners, SimplifiedM: f.SimplifiedM, Field: f.Field, Problem: f.Problem, Reason: reasonOf(f.Reason),
	}
	if f.Problem != "" {
		return one
	}
	var said extra
	if len(f.Extra) > 0 {
		if err := json.Unmarshal(f.Extra, &said); err != nil {
			one.Field, one.Problem, one.Reason.Code = "outrider", "What the file says of triggers and times cannot be read.", "extra"
			return one
		}
	}
	one.Shape, one.Triggers, one.Period, one.Disabled = &f.Shape, said.Triggers, said.Period, said.Disabled
	made := one.fence(ImportOptions{Triggers: Triggers{Enter: true}})
	if made.Name == "" {
		made.Name = "-" // whoever imports it is asked for one
	}
	if err := made.check(); err != nil {
		var refused *fault.Error
		one.Field, one.Problem = "", err.Error()
		if errors.As(err, &refused) && len(refused.Fields) > 0 {
			one.Field, one.Problem = strings.TrimPrefix(refused.Fields[0].Location, "body."), refused.Fields[0].Message
			one.Reason.Code, _, _ = strings.Cut(one.Field, ".") // name, description, colour, active_period: the field says enough
		}
	}
	return one
}

// reasonOf has a list of values, however few.
func reasonOf(r geofile.Reason) geofile.Reason {
	if r.Values == nil {
		r.Values = []any{}
	}
	return r
}

// ImportOptions are what the geofences of a file have in common; triggers and colour only where the file has none.
type ImportOptions struct {
	Triggers   Triggers `json:"triggers" doc:"Of those that the file says no triggers of"`
	Colour     string   `json:"colour,omitempty" required:"false" maxLength:"9" doc:"Of those that have none"`
	All        bool     `json:"all_vehicles,omitempty" required:"false"`
	VehicleIDs []string `json:"vehicle_ids,omitempty" required:"false" maxItems:"10000"`
	GroupIDs   []string `json:"group_ids,omitempty" required:"false" maxItems:"1000"`
}

func (f Featured) fence(o ImportOptions) Fence {
	made := Fence{Definition: Definition{
		ID: uuid.NewString(), Name: f.Name, Colour: f.Colour, Triggers: o.Triggers, Period: f.Period, Disabled: f.Disabled, Emails: map[string][]string{},
		Association: Association{All: o.All, VehicleIDs: distinct(o.VehicleIDs), GroupIDs: distinct(o.GroupIDs)},
	}, Description: f.Description}
	if f.Shape != nil {
		made.Shape = *f.Shape
	}
	if made.Colour == "" {
		made.Colour = o.Colour
	}
	if f.Triggers != nil && !f.Triggers.None() {
		made.Triggers = *f.Triggers
	}
	return made
}

type importInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		ImportOptions
		Content string `json:"content" maxLength:"20971520" doc:"The file"`
		Chosen  []struct {
			N    int    `json:"n" minimum:"1" maximum:"1000" doc:"The feature's place in the file"`
			Name string `json:"name,omitempty" required:"false" maxLength:"1000" doc:"In place of the file's"`
		} `json:"features" minItems:"1" maxItems:"1000" nullable:"false"`
	}
}

type importOutput struct {
	Body struct {
		IDs []string `json:"geofence_ids" nullable:"false"`
	}
}

// importFile makes the chosen features geofences: all of them, or none if one of them cannot be.
func (a *API) importFile(ctx context.Context, in *importInput) (*importOutput, error) {
	_, list, err := read(in.Body.Content)
	if err != nil {
		return nil, err
	}
	if err := a.Sees(ctx, in.Body.VehicleIDs, in.Body.GroupIDs); err != nil {
		return nil, err
	}
	caller := web.Caller(ctx)
	made, wrong := []Fence{}, []fault.Field{}
	refuse := func(i int, what, message string) {
		wrong = append(wrong, fault.Field{Location: strings.TrimSuffix(fmt.Sprintf("body.features[%d].%s", i, what), "."), Message: message})
	}
	seen := map[int]bool{}
	for i, c := range in.Body.Chosen {
		if c.N > len(list) || seen[c.N] {
			refuse(i, "n", "There is no such feature in the file, or it is named twice.")
			continue
		}
		seen[c.N] = true
		one := featured(c.N, list[c.N-1])
		if one.Problem != "" {
			refuse(i, one.Field, one.Problem)
			continue
		}
		if c.Name != "" {
			one.Name = c.Name
		}
		f := one.fence(in.Body.ImportOptions)
		f.Path, f.CreatedBy = pathOf(caller, in.OrgID), caller.UserID
		var refused *fault.Error
		if err := f.check(); errors.As(err, &refused) {
			for _, field := range refused.Fields {
				refuse(i, strings.TrimPrefix(field.Location, "body."), field.Message)
			}
		}
		made = append(made, f)
	}
	if len(wrong) > 0 {
		return nil, fault.InvalidFields(wrong[0].Message, wrong...)
	}
	if err := a.store.CreateAll(ctx, in.OrgID, made); err != nil {
		return nil, err
	}
	out := &importOutput{}
	for _, f := range made {
		out.Body.IDs = append(out.Body.IDs, f.ID)
	}
	return out, nil
}

// pathOf is the group to which what a caller makes belongs.
func pathOf(caller web.CallerInfo, orgID string) string {
	if caller.Scope.Path == "" {
		return "/" + orgID + "/"
	}
	return caller.Scope.Path
}

type exportInput struct {
	OrgID  string   `path:"orgId"`
	Format string   `query:"format" enum:"geojson,kml" default:"geojson"`
	IDs    []string `query:"ids" maxItems:"500" doc:"Of geofences; none: all in sight"`
}

var contentTypes = map[string]string{geofile.GeoJSON: "application/geo+json", geofile.KML: "application/vnd.google-earth.kml+xml"}

// export writes the geofences in sight, in the order of their names.
func (a *API) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	caller := web.Caller(ctx)
	visible, args := Visible(caller)
	query := `SELECT ` + columns + ` FROM geofences.geofence g WHERE g.org_id = ? AND ` + visible
	args = append([]any{caller.OrgID}, args...)
	if len(in.IDs) > 0 {
		query, args = query+` AND g.id = ANY(?)`, append(args, store.List(in.IDs))
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		c.SetHeader("Content-Type", contentTypes[in.Format])
		c.SetHeader("Content-Disposition", `attachment; filename="geofences.`+in.Format+`"`)
		out := geofile.NewWriter(c.BodyWriter(), in.Format)
		err := a.store.db.Read(web.Streaming(ctx), func(tx *gorm.DB) error {
			return store.Each(tx, func(found *sql.Rows) error {
				var one row
				if err := tx.ScanRows(found, &one); err != nil {
					return err
				}
				return one.write(out)
			}, query+` ORDER BY lower(g.name), g.id`, args...)
		})
		if err == nil {
			err = out.Close()
		}
		if err != nil { // without its end the file is not valid: nobody takes it for whole
			a.log.Error("a file of geofences was not finished", "org", caller.OrgID, "error", err.Error())
		}
	}}, nil
}

func (r row) write(out *geofile.Writer) error {
	f, err := r.fence()
	if err != nil {
		return err
	}
	raw, err := json.Marshal(extra{&f.Triggers, f.Period, f.Disabled})
	if err != nil {
		return fmt.Errorf("write down geofence %s: %w", f.ID, err)
	}
	return out.Write(geofile.Feature{Name: f.Name, Description: f.Description, Colour: f.Colour, Shape: f.Shape, Extra: raw})
}
