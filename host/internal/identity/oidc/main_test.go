package oidc_test

import (
	"os"
	"testing"

	"outrider.dev/outrider/host/internal/hosttest"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }
