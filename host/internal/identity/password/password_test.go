package password_test

import (
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/identity/password"
)

func TestHasher(t *testing.T) {
	h, err := password.NewHasher(2)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := h.Hash(t.Context(), "Outrider1")
	if err != nil || strings.Contains(stored, "Outrider1") {
		t.Fatalf("Hash = %q, %v", stored, err)
	}
	for _, tc := range []struct {
		name, stored, password string
		want                   bool
	}{
		{"the password", stored, "Outrider1", true},
		{"another", stored, "outrider1", false},
		{"nothing", stored, "", false},
		{"no account", "", "Outrider1", false},
		{"a giant", stored, strings.Repeat("Outrider1", 1000), false},
	} {
		if got, err := h.Verify(t.Context(), tc.stored, tc.password); err != nil || got != tc.want {
			t.Errorf("%s: %t, %v; want %t", tc.name, got, err, tc.want)
		}
	}
	if _, err := h.Verify(t.Context(), "$2y$10$abc", "Outrider1"); err == nil {
		t.Error("a hash of an unknown form is no error")
	}
}

func TestProblem(t *testing.T) {
	for _, tc := range []struct{ password, want string }{
		{"", password.TextRequired},
		{"Abc1", password.TextMin},
		{"abcdefg1", password.TextVerify},
		{"ABCDEFG1", password.TextVerify},
		{"Abcdefgh", password.TextVerify},
		{"Outrider1", ""},
		{"Ünïcödé1", ""},
	} {
		if got := password.Problem(tc.password); got != tc.want {
			t.Errorf("Problem(%q) = %q, want %q", tc.password, got, tc.want)
		}
	}
}
