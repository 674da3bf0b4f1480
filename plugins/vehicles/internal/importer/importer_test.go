package importer

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/sdk/fleet"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// world has two groups that are called Depot.
var world = Known{
	Groups: []Group{
		{"demo", "Demo Haulage", "/demo/"},
		{"north", "North", "/demo/north/"},
		{"south", "South", "/demo/south/"},
		{"d1", "Depot", "/demo/north/d1/"},
		{"d2", "Depot", "/demo/south/d2/"},
		{"odd", "A/B", "/demo/odd/"},
	},
	Keys:    map[string]bool{"TAKEN": true},
	Devices: map[string]bool{"fitted-1": true, "spare-1": false},
}

// judged reads and judges a file.
func judged(t *testing.T, file string) []Row {
	t.Helper()
	rows, _, err := read([]byte(file))
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	judge(rows, world, "demo", now)
	return rows
}

// problems are "line field problem".
func problems(rows []Row) (all []string) {
	for _, row := range rows {
		for _, p := range row.Problems {
			all = append(all, fmt.Sprintf("%d %s %s", p.Line, p.Field, p.Problem))
		}
	}
	return all
}

func TestJudge_eachProblemOnItsRow(t *testing.T) {
	t.Parallel()
	const head = "name,type,group,year,displacement,vin,key,device id,device model,notes\n"
	for _, tc := range []struct {
		name, row string
		want      []string
	}{
		{"a good one", "HGV-1,Lkw,North,2021,12742,yS2R4X20005399401,K1,new-1,D700,n", nil},
		{"numbers of a spreadsheet", "a,car,,2021.0,1600.00,,,,,", nil},
		{"a spare device", "a,car,,,,,,spare-1,,", nil},
		{"a group by its way", "a,car,north / depot,,,,,,,", nil},
		{"a group with a stroke in its label", "a,car,a/b,,,,,,,", nil},
		{"a group by its id", "a,car,d2,,,,,,,", nil},
		{"no name", ",car,,,,,,,,x", []string{"2 vehicle_name required"}},
		{"no type", "a,,,,,,,,,", []string{"2 vehicle_type required"}},
		{"an unknown type", "a,tank,,,,,,,,", []string{"2 vehicle_type type"}},
		{"a group that is not there", "a,car,West,,,,,,,", []string{"2 group group"}},
		{"a group that is there twice", "a,car,Depot,,,,,,,", []string{"2 group groups"}},
		{"years", "a,car,,1899,,,,,,", []string{"2 year year"}},
		{"a year that is text", "a,car,,new,,,,,,", []string{"2 year year"}},
		{"a size that is text", "a,car,,,1.6 l,,,,,", []string{"2 displacement number"}},
		{"a short VIN", "a,car,,,,123,,,,", []string{"2 VIN vin"}},
		{"a key that is taken", "a,car,,,,,TAKEN,,,", []string{"2 key keyTaken"}},
		{"a device on a vehicle", "a,car,,,,,,fitted-1,,", []string{"2 device_id deviceFitted"}},
		{"a device id that is none", "a,car,,,,,,no id!,,", []string{"2 device_id device"}},
		{"a model without a device", "a,car,,,,,,,D700,", []string{"2 device_id required"}},
		{"a formula", `a,car,,,,,,,,"=HYPERLINK(""http://x"")"`, []string{"2 notes formula"}},
		{"too long a name", strings.Repeat("x", 201) + ",car,,,,,,,,", []string{"2 vehicle_name long"}},
		{"several", "a,tank,West,1899,,,,,,", []string{"2 group group", "2 vehicle_type type", "2 year year"}},
		{"a row that ends early", "a,car", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := problems(judged(t, head+tc.row+"\n")); !slices.Equal(got, tc.want) {
				t.Errorf("= %v, want %v", got, tc.want)
			}
		})
	}
	repeats := problems(judged(t, head+"a,car,,,,,K,dev,,\n\nb,car,,,,,K,dev,,\n"))
	if want := []string{"4 device_id deviceRepeated", "4 key keyRepeated"}; !slices.Equal(repeats, want) {
		t.Errorf("repeats = %v, want %v", repeats, want)
	}
}

func TestRead_whateverWroteIt(t *testing.T) {
	t.Parallel()
	book := workbook(t, [][]any{{"Nombre", "Tipo", "Año"}, {"Camión 1", "camión", 2021}})
	for name, file := range map[string]string{
		"commas":                                "name,type,year\nCamión 1,truck,2021\n",
		"a mark, semicolons, Windows line ends": "\ufeffName;Typ;Baujahr\r\nCamión 1;Lkw;2021\r\n",
		"tabs":                                  "name\ttype\tyear\nCamión 1\ttruck\t2021",
		"Windows-1252":                          "nombre;tipo;a\xf1o\nCami\xf3n 1;cami\xf3n;2021\n",
		"UTF-16":                                wide("name\ttype\tyear\nCamión 1\ttruck\t2021\n"),
		"quotes":                                "\"name\",\"type\",\"year\"\n\"Camión 1\",\"truck\",\"2021\"\n",
		"a workbook":                            book,
	} {
		rows := judged(t, file)
		if len(rows) != 1 || len(rows[0].Problems) > 0 || rows[0].Vehicle.Name != "Camión 1" || rows[0].Vehicle.Type != "truck" || *rows[0].Vehicle.Year != 2021 || rows[0].Vehicle.GroupID != "demo" {
			t.Errorf("%s: %+v", name, rows)
		}
	}
}

func TestRead_formulasOfAWorkbookAreTheirResults(t *testing.T) {
	t.Parallel()
	f := excelize.NewFile()
	for cell, value := range map[string]string{"A1": "name", "B1": "type", "B2": "van"} {
		set(t, f.SetCellStr("Sheet1", cell, value))
	}
	set(t, f.SetCellFormula("Sheet1", "A2", `WEBSERVICE("http://stranger.test")`))
	rows := judged(t, saved(t, f))
	if len(rows) != 1 || rows[0].Vehicle.Name != "" || len(rows[0].Problems) != 1 {
		t.Errorf("a formula without a result = %+v", rows)
	}
}

func TestRead_whatCannotBeRead(t *testing.T) {
	t.Parallel()
	many := "name,type\n" + strings.Repeat("a,car\n", maxRows+1)
	for name, tc := range map[string]struct{ file, says string }{
		"nothing":              {"", "first row"},
		"no name among heads":  {"type,year\ncar,2021\n", "first row"},
		"too many":             {many, "at most 50000"},
		"an old workbook":      {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "old kind"},
		"a zip that is none":   {"PK\x03\x04 and nothing", "not a readable"},
		"a zip of other files": {zipped(t, "a.txt", 10), "not a readable"},
		"a bomb":               {zipped(t, "xl/worksheets/sheet1.xml", 3*maxUnpacked), "unpacks to more"},
		"a picture":            {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "no text"},
		"a quote left open":    {"name,type\n\"a,car\n", "quote"},
	} {
		if _, _, err := read([]byte(tc.file)); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v, want %q", name, err, tc.says)
		}
	}
}

// TestWords_ofTheScreens: what a template is made of, in each language, and what screens call types and fuels, is understood.
func TestWords_ofTheScreens(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../../remotes/vehicles/locales/*.json")
	if err != nil || len(files) < 6 {
		t.Fatalf("the texts of screens: %v, %d files", err, len(files))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		set(t, err)
		var texts struct {
			Field  map[string]string
			Type   map[string]string
			Fuel   map[string]string
			Device map[string]string
		}
		set(t, json.Unmarshal(raw, &texts))
		f := texts.Field
		var line []string
		for _, text := range []string{f["name"], f["type"], f["group"], f["make"], f["model"], f["fuel"], f["displacement"], f["year"], f["vin"], f["notes"], f["key"], texts.Device["id"], texts.Device["model"]} {
			line = append(line, `"`+text+`"`)
		}
		_, unknown, err := read([]byte(strings.Join(line, ",") + "\n"))
		if err != nil || len(unknown) > 0 {
			t.Errorf("%s: %v, not understood: %q", file, err, unknown)
		}
		for _, id := range fleet.VehicleTypes {
			if word := strings.ToLower(texts.Type[id]); word != "" && word != id && types[word] != id {
				t.Errorf("%s: the type %q is not %s but %q", file, word, id, types[word])
			}
		}
		for id, word := range texts.Fuel {
			if fuels[strings.ToLower(word)] != id {
				t.Errorf("%s: the fuel %q is not %s", file, word, id)
			}
		}
	}
}

func set(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func workbook(t *testing.T, rows [][]any) string {
	t.Helper()
	f := excelize.NewFile()
	for i, row := range rows {
		set(t, f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row))
	}
	return saved(t, f)
}

func saved(t *testing.T, f *excelize.File) string {
	t.Helper()
	var out bytes.Buffer
	set(t, f.Write(&out))
	return out.String()
}

// zipped is a zip with one file of so many spaces.
func zipped(t *testing.T, name string, size int) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	file, err := w.Create(name)
	set(t, err)
	some := bytes.Repeat([]byte(" "), 1<<20)
	for left := size; left > 0; left -= len(some) {
		_, err = file.Write(some[:min(left, len(some))])
		set(t, err)
	}
	set(t, w.Close())
	return out.String()
}

func wide(text string) string {
	out := "\xff\xfe"
	for _, r := range text {
		out += string([]byte{byte(r), byte(r >> 8)})
	}
	return out
}
