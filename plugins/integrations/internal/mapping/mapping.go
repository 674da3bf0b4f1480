// Package mapping says which of a provider's vehicles is which of ours, and suggests it by VIN and registration.
package mapping

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/store"
)

// Row is a vehicle of the provider.
type Row struct {
	ID, Registration, VIN, Model string
	ListedMs, ReadingMs          int64
	VehicleID                    *string
	MappedMs                     int64
	MappedBy                     string
}

// Listed makes the list what a provider said it is. What it does not name any more goes, unless somebody has said which of ours it is.
func Listed(tx *gorm.DB, orgID string, list []provider.Vehicle, nowMs int64) error {
	columns := store.NewColumns(128*len(list) + 1)
	seen := map[string]bool{}
	unique := list[:0:0]
	for _, v := range list {
		if !seen[v.ID] {
			seen[v.ID], unique = true, append(unique, v)
		}
	}
	list, n := unique, len(unique)
	ids := columns.Texts(n, func(i int) *string { return &list[i].ID })
	_, err := store.Exec(tx, `INSERT INTO integrations.vehicle AS v (org_id, id, registration, vin, model, listed_ms) SELECT ?, unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), ?
		ON CONFLICT (org_id, id) DO UPDATE SET registration = excluded.registration, vin = excluded.vin, model = excluded.model, listed_ms = excluded.listed_ms`, orgID, ids,
		columns.Texts(n, func(i int) *string { return &list[i].Registration }), columns.Texts(n, func(i int) *string { return &list[i].VIN }), columns.Texts(n, func(i int) *string { return &list[i].Model }), nowMs)
	if err == nil {
		_, err = store.Exec(tx, `DELETE FROM integrations.vehicle WHERE org_id = ? AND listed_ms < ? AND vehicle_id IS NULL`, orgID, nowMs)
	}
	if err != nil {
		return fmt.Errorf("keep the provider's vehicles of %s: %w", orgID, err)
	}
	return nil
}

// Spoke notes when vehicles of the provider said something last.
func Spoke(tx *gorm.DB, orgID string, newest map[string]int64) error {
	ids := slices.Sorted(maps.Keys(newest)) // locked in one order
	n, columns := len(ids), store.NewColumns(64*len(ids)+1)
	_, err := store.Exec(tx, `UPDATE integrations.vehicle v SET reading_ms = greatest(v.reading_ms, said.at_ms)
		FROM (SELECT unnest(?::text[]) AS id, unnest(?::bigint[]) AS at_ms) said WHERE v.org_id = ? AND v.id = said.id`,
		columns.Texts(n, func(i int) *string { return &ids[i] }), columns.Longs(n, func(i int) int64 { return newest[ids[i]] }), orgID)
	if err != nil {
		return fmt.Errorf("note when the provider's vehicles of %s spoke: %w", orgID, err)
	}
	return nil
}

// Moved puts away what the provider at an address knew of an organisation, and takes out what is mapped of the one at the next address, if it was asked before.
func Moved(tx *gorm.DB, orgID, from, to string) error {
	_, err := store.Exec(tx, `INSERT INTO integrations.former (org_id, address, id, registration, vin, model, vehicle_id, mapped_ms, mapped_by)
		SELECT org_id, ?, id, registration, vin, model, vehicle_id, mapped_ms, mapped_by FROM integrations.vehicle WHERE org_id = ? AND vehicle_id IS NOT NULL`, from, orgID)
	if err == nil {
		_, err = store.Exec(tx, `DELETE FROM integrations.vehicle WHERE org_id = ?`, orgID)
	}
	if err == nil {
		_, err = store.Exec(tx, `INSERT INTO integrations.vehicle (org_id, id, registration, vin, model, listed_ms, vehicle_id, mapped_ms, mapped_by)
			SELECT org_id, id, registration, vin, model, 0, vehicle_id, mapped_ms, mapped_by FROM integrations.former WHERE org_id = ? AND address = ?`, orgID, to)
	}
	if err == nil {
		_, err = store.Exec(tx, `DELETE FROM integrations.former WHERE org_id = ? AND address = ?`, orgID, to)
	}
	if err != nil {
		return fmt.Errorf("put away the mapping of %s: %w", orgID, err)
	}
	return nil
}

// Ours is a vehicle of ours that one of the provider's may be.
type Ours struct {
	ID   string `json:"vehicle_id"`
	Name string `json:"vehicle_name"`
	Key  string `json:"key"` // its registration or fleet number
	VIN  string `json:"VIN"`
}

// Suggestion is which of ours one of the provider's seems to be.
type Suggestion struct {
	VehicleID string   `json:"vehicle_id"`
	Name      string   `json:"vehicle_name"`
	Certainty string   `json:"certainty" enum:"high,fair" doc:"high: the VIN, or the registration as it is written; fair: the registration, with letters that read alike"`
	By        []string `json:"by" nullable:"false" enum:"vin,registration" doc:"What agrees"`
}

// plain is a VIN or a registration without how it is written.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToUpper(text))
}

// alike is a registration without telling apart what reads alike.
var alike = strings.NewReplacer("O", "0", "Q", "0", "I", "1", "L", "1", "S", "5", "B", "8", "Z", "2")

// leastVIN and leastPlate are how long texts are that can tell vehicles apart.
const leastVIN, leastPlate = 11, 4

// Suggest finds which of ours each row is that is not mapped; of two that would do, neither.
func Suggest(rows []Row, ours []Ours) map[string]Suggestion {
	taken := map[string]bool{}
	for _, r := range rows {
		if r.VehicleID != nil {
			taken[*r.VehicleID] = true
		}
	}
	byVIN, byPlate, byLook := index{}, index{}, index{}
	for _, o := range ours {
		if taken[o.ID] {
			continue
		}
		byVIN.add(plain(o.VIN), leastVIN, o)
		for _, plate := range slices.Compact([]string{plain(o.Key), plain(o.Name)}) {
			byPlate.add(plate, leastPlate, o)
			byLook.add(alike.Replace(plate), leastPlate, o)
		}
	}
	found := map[string]Suggestion{}
	for _, r := range rows {
		if r.VehicleID != nil {
			continue
		}
		vin, hasVIN := byVIN.one(plain(r.VIN), leastVIN)
		plate, hasPlate := byPlate.one(plain(r.Registration), leastPlate)
		look, hasLook := byLook.one(alike.Replace(plain(r.Registration)), leastPlate)
		switch {
		case hasVIN && hasPlate && vin.ID == plate.ID:
			found[r.ID] = Suggestion{vin.ID, vin.Name, "high", []string{"registration", "vin"}}
		case hasVIN:
			found[r.ID] = Suggestion{vin.ID, vin.Name, "high", []string{"vin"}}
		case hasPlate && plain(r.VIN) != "" && plain(plate.VIN) != "":
			found[r.ID] = Suggestion{plate.ID, plate.Name, "fair", []string{"registration"}} // the VINs differ
		case hasPlate:
			found[r.ID] = Suggestion{plate.ID, plate.Name, "high", []string{"registration"}}
		case hasLook:
			found[r.ID] = Suggestion{look.ID, look.Name, "fair", []string{"registration"}}
		}
	}
	return found
}

// index finds vehicles by a text.
type index map[string][]Ours

func (x index) add(key string, least int, o Ours) {
	if len(key) >= least {
		x[key] = append(x[key], o)
	}
}

func (x index) one(key string, least int) (Ours, bool) {
	if found := x[key]; len(key) >= least && len(found) == 1 {
		return found[0], true
	}
	return Ours{}, false
}
