package backup_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/backup"
	"outrider.dev/outrider/host/internal/media"
)

// A bucket holds what a folder does: backups are taken into it, files only once, verified, and restored.
func TestTake_ToABucket(t *testing.T) {
	place := bucket(t)
	p := start(t)
	p.write("demo/footage/a.mp4", "first")
	p.write("demo/footage/b.mp4", "second")
	p.write("demo/footage/same-as-b.mp4", "second")
	first := p.take(place)
	before := keys(t, place, "objects/")
	if len(before) != 2 || len(first.Media) != 3 {
		t.Errorf("three files with two contents are %d objects and %d files", len(before), len(first.Media))
	}
	p.write("demo/footage/c.mp4", "third")
	second := p.take(place)
	if after := keys(t, place, "objects/"); len(after) != 3 {
		t.Errorf("one more file makes it %d objects", len(after))
	}
	for _, name := range []string{"", first.Name, second.Name} {
		if _, err := backup.Verify(t.Context(), p.options(place, name)); err != nil {
			t.Errorf("verify %q: %v", name, err)
		}
	}
	all, err := backup.Names(t.Context(), p.options(place, ""))
	if err != nil || len(all) != 2 || all[1] != second.Name {
		t.Errorf("listed: %v, %v", all, err)
	}
	p.stop()
	restored := restore(t, place, first.Name)
	if restored.read("demo/footage/same-as-b.mp4") != "second" || restored.has("demo/footage/c.mp4") {
		t.Error("the first backup did not bring its files, or brought those of the second")
	}
}

// Verify finds whatever is missing or was changed, and names it.
func TestVerify_Damage(t *testing.T) {
	p := start(t)
	p.write("demo/footage/a.mp4", "first")
	place := filepath.Join(t.TempDir(), "place")
	m := p.take(place)
	folder := filepath.Join(place, "backups", m.Name)
	object := filepath.Join(place, keys(t, place, "objects/")[0])
	for _, file := range []string{
		object, filepath.Join(folder, "postgres.tar.zst"), filepath.Join(folder, "folder.tar.zst"), filepath.Join(folder, "journal.tar.zst"), filepath.Join(folder, "streams", "EVENTS.s2"),
	} {
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bad := append([]byte{}, good...)
		bad[len(bad)/2] ^= 1
		for what, content := range map[string][]byte{"changed": bad, "cut": good[:len(good)-1], "missing": nil} {
			if err := errors.Join(os.Remove(file), put(file, content)); err != nil {
				t.Fatal(err)
			}
			if _, err := backup.Verify(t.Context(), p.options(place, "")); err == nil || !strings.Contains(err.Error(), filepath.Base(file)) {
				t.Errorf("%s %s: %v", file, what, err)
			}
			if err := os.WriteFile(file, good, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := backup.Verify(t.Context(), p.options(place, "")); err != nil {
		t.Fatalf("everything is as it was: %v", err)
	}
	if err := os.Remove(filepath.Join(folder, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Verify(t.Context(), p.options(place, "")); !errors.Is(err, backup.ErrNone) {
		t.Errorf("without its manifest: %v", err)
	}
	if err := tryRestore(t, place, ""); !errors.Is(err, backup.ErrNone) {
		t.Errorf("restored without its manifest: %v", err)
	}
}

// Nothing is restored over anything, nor beside a host that runs; what was interrupted is told and begun anew.
func TestRestore_Refuses(t *testing.T) {
	p := start(t)
	place := filepath.Join(t.TempDir(), "place")
	p.take(place)
	o := p.options(place, "")
	if _, err := backup.Restore(t.Context(), o, discard()); err == nil || !strings.Contains(err.Error(), "another host is running") {
		t.Errorf("into the folder of a running host: %v", err)
	}
	p.stop()
	if _, err := backup.Take(t.Context(), o); err == nil || !strings.Contains(err.Error(), "no host is running") {
		t.Errorf("a backup without a host: %v", err)
	}
	if _, err := backup.Restore(t.Context(), o, discard()); err == nil || !strings.Contains(err.Error(), "is not empty") {
		t.Errorf("into a folder with data: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	target := emptyDir(t)
	o.Config.DataDir, o.Out = target, writerFunc(func(p []byte) { cancel() }) // after the first step
	if _, err := backup.Restore(ctx, o, discard()); err == nil {
		t.Fatal("it was not interrupted")
	}
	if err := backup.Unfinished(target); err == nil || !strings.Contains(err.Error(), "did not end") {
		t.Errorf("a host would start on half of it: %v", err)
	}
	o.Out = io.Discard
	if _, err := backup.Restore(t.Context(), o, discard()); err != nil {
		t.Errorf("once more: %v", err)
	}
	if err := backup.Unfinished(target); err != nil {
		t.Errorf("after the second: %v", err)
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }

func put(file string, content []byte) error {
	if content == nil {
		return nil
	}
	return os.WriteFile(file, content, 0o600)
}

func bucket(t *testing.T) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "outrider")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "a secret of the test")
	backend := s3mem.New()
	if err := backend.CreateBucket("backups"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://backups?region=eu-west-2&use_path_style=true&prefix=outrider/&endpoint=" + url.QueryEscape(server.URL)
}

func keys(t *testing.T, place, prefix string) (all []string) {
	t.Helper()
	b, err := media.Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	list := b.List(&blob.ListOptions{Prefix: prefix})
	for {
		o, err := list.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o.Key)
	}
}
