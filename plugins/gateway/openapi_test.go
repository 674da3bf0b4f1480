package api_test

import (
	"testing"

	"outrider.dev/outrider/plugins/gateway/internal/api"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, "../..", api.New(nil, nil, nil).Register)
}
