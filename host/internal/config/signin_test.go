package config_test

import (
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/config"
)

func TestLoad_Issuers(t *testing.T) {
	file := write(t, "http.public_url: https://fleet.example.com\nsign_in:\n  issuers:\n    acme:\n      url: https://login.acme.example\n      client_id: outrider\n      organisations: [acme, beta]\n      roles: [planners=FLEET_MANAGER, \"*=DRIVER\"]\n")
	c, err := config.Load(file, []string{"OUTRIDER_SIGN_IN_ISSUERS_ACME_CLIENT_SECRET=hunter2", "OUTRIDER_SIGN_IN_ISSUERS_ACME_NAME=Acme"})
	if err != nil {
		t.Fatal(err)
	}
	acme := c.SignIn.Issuers["acme"]
	if acme.ClientSecret != "hunter2" || acme.Name != "Acme" || len(acme.Organisations) != 2 || acme.Roles["planners"] != "FLEET_MANAGER" || acme.Roles["*"] != "DRIVER" {
		t.Errorf("acme is %+v", acme)
	}
	if printed := c.YAML(); strings.Contains(printed, "hunter2") || !strings.Contains(printed, `sign_in.issuers.acme.url: "https://login.acme.example"`) {
		t.Errorf("printed:\n%s", printed)
	}
}

func TestLoad_IssuersWithMistakes(t *testing.T) {
	_, err := config.Load(write(t, ""), []string{
		"OUTRIDER_SIGN_IN_ISSUERS_A_URL=http://login.example.com", "OUTRIDER_SIGN_IN_ISSUERS_A_CREATE=true", "OUTRIDER_SIGN_IN_ISSUERS_A_COLOUR=red",
		"OUTRIDER_SIGN_IN_ISSUERS_B_ROLES=planners", "OUTRIDER_POSTGRES_TLS_CA=" + write(t, ""), "OUTRIDER_HTTP_HSTS=-1s",
	})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		"A_URL: must begin with https://", "A_COLOUR: there is no such key", "sign_in.issuers.a: needs url and client_id", "sign_in.issuers.a.create: needs organisation and roles",
		"B_ROLES", "http.public_url: must be set with an issuer", "postgres.tls: is for an external server", "HTTP_HSTS",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no problem mentions %q in:\n%v", want, err)
		}
	}
}

func TestClientTLS_PostgresURL(t *testing.T) {
	got, err := config.ClientTLS{CA: "/ca.pem"}.PostgresURL("postgres://me:secret@db/x?sslmode=disable")
	if err != nil || got != "postgres://me:secret@db/x?sslmode=verify-full&sslrootcert=%2Fca.pem" {
		t.Errorf("%s, %v", got, err)
	}
}
