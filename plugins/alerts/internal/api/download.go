package api

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/seal"
	"outrider.dev/outrider/plugins/alerts/internal/view"
	"outrider.dev/sdk/web"
)

// SkippedHeader tells how many files a zip lacks.
const SkippedHeader = "Outrider-Skipped"

// Keys are the keys that sign packages, the newest first.
type Keys interface {
	All(ctx context.Context) ([]postgres.SigningKey, error)
}

// archive is a zip about to be written.
type archive struct {
	name  string
	size  int64 // 0: not known
	write func(ctx context.Context, w io.Writer) error
}

// media streams the zip of an alert's media.
func (a *API) media() http.Handler {
	return a.download("media", func(ctx context.Context, _ view.Alert, b *bundle.Bundle) (archive, error) {
		entries, err := withSkipped(b, web.Caller(ctx).Locale, a.now())
		if err != nil {
			return archive{}, err
		}
		size, _ := bundle.Size(entries)
		return archive{b.Name + ".zip", size, func(ctx context.Context, w io.Writer) error { return bundle.Write(ctx, w, entries, nil) }}, nil
	})
}

// evidencePackage streams the zip of an alert's media with the list that proves it.
func (a *API) evidencePackage() http.Handler {
	return a.download("package", func(ctx context.Context, r view.Alert, b *bundle.Bundle) (archive, error) {
		caller := web.Caller(ctx)
		keys, err := a.keys.All(ctx)
		if err != nil {
			return archive{}, err
		}
		entries, err := withSkipped(b, caller.Locale, a.now())
		if err != nil {
			return archive{}, err
		}
		by := caller.Name
		if by == "" {
			by = caller.Email
		}
		whole, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return archive{}, fmt.Errorf("write the alert: %w", err)
		}
		subject := seal.Subject{
			AlertID: r.AlertID, AlertType: r.AlertType, PredictionLabel: r.PredictionLabel, VehicleID: r.VehicleID, VehicleName: r.VehicleName, DeviceID: r.DeviceID,
			EventTimeUTC: r.EventTimeUTC,
		}
		p, err := seal.New(keys[0].Private, seal.About{OrgID: caller.OrgID, Alert: subject, Whole: whole, MadeBy: by, At: a.now()}, entries, b.Skipped)
		if err != nil {
			return archive{}, err
		}
		size, _ := p.Size()
		return archive{b.Name + "_evidence.zip", size, p.Write}, nil
	})
}

// withSkipped are the entries of a bundle, with a text that lists what is missing.
func withSkipped(b *bundle.Bundle, locale string, at time.Time) ([]bundle.Entry, error) {
	said, err := seal.Skipped(b.Skipped, locale)
	if err != nil || said == nil {
		return b.Entries, err
	}
	return append(b.Entries[:len(b.Entries):len(b.Entries)], bundle.Text(seal.SkippedFile, said, at)), nil
}

// download streams what open makes of an alert's media, and notes who took it.
func (a *API) download(what string, open func(ctx context.Context, r view.Alert, b *bundle.Bundle) (archive, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		found, err := a.find(ctx, r.PathValue("id"))
		if err != nil {
			a.refuse(w, r, err)
			return
		}
		b, err := a.collect(ctx, r.PathValue("orgId"), found.Body)
		if err != nil {
			a.refuse(w, r, err)
			return
		}
		defer b.Close()
		zip, err := open(ctx, found.Body, b)
		if err == nil {
			err = a.store.Exported(ctx, []string{found.Body.AlertID}, what)
		}
		if err != nil {
			a.refuse(w, r, err)
			return
		}
		a.send(w, r, zip, len(b.Skipped))
	})
}

func (a *API) send(w http.ResponseWriter, r *http.Request, zip archive, skipped int) {
	head := w.Header()
	head.Set("Content-Type", "application/zip")
	head.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": zip.name}))
	head.Set("Cache-Control", "no-store")
	head.Set(SkippedHeader, strconv.Itoa(skipped))
	if zip.size > 0 {
		head.Set("Content-Length", strconv.FormatInt(zip.size, 10))
	}
	if err := zip.write(r.Context(), w); err != nil {
		if r.Context().Err() == nil {
			a.log.Warn("a download broke off", "file", zip.name, "error", err.Error())
		}
		panic(http.ErrAbortHandler) // the other side sees that it is not whole
	}
}

func (a *API) refuse(w http.ResponseWriter, r *http.Request, err error) {
	problem := web.ProblemOf(err)
	if problem.Status >= http.StatusInternalServerError && r.Context().Err() == nil {
		a.log.Error("a download went wrong", "error", err.Error())
	}
	web.WriteProblem(w, r, problem)
}

type keyOutput struct {
	Key       string `json:"key" doc:"Fingerprint: the first half of the SHA-256 of the public key, hexadecimal"`
	Algorithm string `json:"algorithm" enum:"Ed25519"`
	PublicKey string `json:"public_key" doc:"Base64"`
	Since     string `json:"since"`
}

type keysOutput struct {
	Body struct {
		Keys []keyOutput `json:"keys" nullable:"false" doc:"The newest first: it signs"`
	}
}

// publicKeys are what evidence packages of this installation are checked with.
func (a *API) publicKeys(ctx context.Context, _ *struct{}) (*keysOutput, error) {
	list, err := a.keys.All(ctx)
	if err != nil {
		return nil, err
	}
	out := &keysOutput{}
	for _, k := range list {
		public, _ := k.Private.Public().(ed25519.PublicKey) // that is what it is
		out.Body.Keys = append(out.Body.Keys, keyOutput{
			Key: seal.Fingerprint(public), Algorithm: "Ed25519", PublicKey: base64.StdEncoding.EncodeToString(public), Since: k.Since.UTC().Format(time.RFC3339),
		})
	}
	return out, nil
}
