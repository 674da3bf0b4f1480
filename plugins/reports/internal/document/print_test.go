package document_test

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/plugins/reports/internal/document"
	"outrider.dev/sdk/plugin/manifest"
)

// A sheet is printed across, with all columns on one page and the head on each.
func TestXLSX_Printed(t *testing.T) {
	in := table(t)
	in.Report.Title = manifest.Text{"en": "Driver's doors"}
	var out bytes.Buffer
	if err := document.Write(&out, "xlsx", in, rows(3)); err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sheet := file.GetSheetName(0)
	if props, err := file.GetSheetProps(sheet); err != nil || props.FitToPage == nil || !*props.FitToPage {
		t.Errorf("the sheet does not fit to its page: %+v, %v", props, err)
	}
	layout, err := file.GetPageLayout(sheet)
	if err != nil || *layout.Orientation != "landscape" || *layout.FitToWidth != 1 || layout.FitToHeight == nil || *layout.FitToHeight != 0 {
		t.Errorf("the page is %+v, %v; want landscape, one page wide and as many long as it takes", layout, err)
	}
	names := file.GetDefinedName()
	if len(names) != 1 || names[0].Name != "_xlnm.Print_Titles" || names[0].RefersTo != "'Driver''s doors'!$1:$1" {
		t.Errorf("the head is not on each page: %+v", names)
	}
}

// A duration has two digits of hours: by the format of one, LibreOffice exports less than a day as a time of day.
func TestXLSX_ShortDuration(t *testing.T) {
	var out bytes.Buffer
	if err := document.Write(&out, "xlsx", table(t), rows(3)); err != nil {
		t.Fatal(err)
	}
	file, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	id, err := file.GetCellStyle("Doors", "D3")
	if err != nil {
		t.Fatal(err)
	}
	style, err := file.GetStyle(id)
	if err != nil || style.CustomNumFmt == nil || *style.CustomNumFmt != "[hh]:mm:ss" {
		t.Errorf("a duration has the style %+v, %v", style, err)
	}
}
