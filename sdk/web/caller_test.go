package web_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/sdk/web"
)

func TestCaller_CrossesTheHeader(t *testing.T) {
	want := web.CallerInfo{
		UserID: "u1", Email: "ann@demo.test", OrgID: "demo", HomeOrgID: "demo", Role: "ORG_ADMIN",
		Scope: web.Scope{Path: "/demo/", VehicleIDs: []string{"v1"}}, Permissions: []string{"viewVehicle"}, Locale: "en-GB",
	}
	header, err := web.EncodeCaller(want)
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	got, err := web.DecodeCaller(header)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("DecodeCaller = %+v, %v; want %+v", got, err, want)
	}
}

func TestDecodeCaller_Refuses(t *testing.T) {
	for name, header := range map[string]string{
		"not base64": "%%%", "not JSON": "bm90", "an array": "W10", "too long": strings.Repeat("A", 65<<10),
	} {
		if c, err := web.DecodeCaller(header); err == nil || c.SignedIn() {
			t.Errorf("%s: DecodeCaller = %+v, %v", name, c, err)
		}
	}
	if c, err := web.DecodeCaller(""); err != nil || c.SignedIn() {
		t.Errorf("an empty header is somebody: %+v, %v", c, err)
	}
}

func FuzzDecodeCaller(f *testing.F) {
	good, _ := web.EncodeCaller(web.CallerInfo{UserID: "u", Scope: web.Scope{All: true}})
	for _, seed := range []string{"", good, "bm90", "e30"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		c, err := web.DecodeCaller(header)
		if err != nil {
			if c.SignedIn() || len(c.Permissions) > 0 {
				t.Fatalf("a refused header names somebody: %+v", c)
			}
			return
		}
		again, err := web.EncodeCaller(c)
		if err != nil {
			t.Fatalf("encode: %v", err)
		}
		if back, err := web.DecodeCaller(again); err != nil || back.UserID != c.UserID || back.OrgID != c.OrgID {
			t.Fatalf("does not come back: %+v, %v", back, err)
		}
	})
}

func TestPathEnd_BoundsTheSubtree(t *testing.T) {
	if got := web.PathEnd("/demo/"); got != "/demo0" {
		t.Errorf("PathEnd = %q, want /demo0", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		root := rapid.StringMatching(`/[a-z0-9]{1,4}/([a-zà-ÿ-]{1,4}/)?`).Draw(t, "root")
		path := rapid.StringMatching(`/[a-z0-9]{1,4}/([a-zà-ÿ-]{1,4}/){0,2}`).Draw(t, "path")
		inRange := path >= root && path < web.PathEnd(root)
		if inRange != strings.HasPrefix(path, root) {
			t.Fatalf("%q in [%q, %q) is %v", path, root, web.PathEnd(root), inRange)
		}
	})
}

func TestScope_Sees(t *testing.T) {
	depot := web.Scope{Path: "/demo/leeds/"}
	driver := web.Scope{VehicleIDs: []string{"v1"}}
	for _, tc := range []struct {
		name  string
		scope web.Scope
		path  string
		id    string
		want  bool
	}{
		{"in the subtree", depot, "/demo/leeds/north/", "v9", true},
		{"a sister group", depot, "/demo/leeds-east/", "v9", false},
		{"the parent", depot, "/demo/", "v9", false},
		{"a driver's own vehicle", driver, "/demo/", "v1", true},
		{"somebody else's vehicle", driver, "/demo/", "v2", false},
		{"nothing at all", web.Scope{}, "", "", false},
		{"everything", web.Scope{All: true}, "/demo/", "", true},
	} {
		if got := tc.scope.Sees(tc.path, tc.id); got != tc.want {
			t.Errorf("%s: Sees(%q, %q) = %v", tc.name, tc.path, tc.id, got)
		}
	}
}

func TestAsPlugin_ForgetsTheCaller(t *testing.T) {
	ctx := web.WithCaller(context.Background(), web.CallerInfo{UserID: "u", OrgID: "demo"})
	c := web.Caller(web.AsPlugin(ctx, "rival"))
	if c.UserID != "" || c.OrgID != "rival" {
		t.Errorf("the caller is %+v", c)
	}
}
