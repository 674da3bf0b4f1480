package api_test

import (
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/api"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, "../..", api.New(nil, nil, nil, nil).Register)
}
