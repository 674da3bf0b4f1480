package device

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// DemoSecret is what the keys of the demonstration's devices are made from unless the configuration names another secret. It is as
// public as the demonstration's passwords.
const DemoSecret = "outrider-demo"

// DemoID is the id of the n-th device, from 1, of a demonstration organisation: "demo-0001".
func DemoID(orgID string, n int) string { return fmt.Sprintf("%s-%04d", orgID, n) }

// DemoKey is the key of a device whose key comes from a secret, so that the fleet and whoever plays its devices agree without
// telling each other: the lower-case hex of HMAC-SHA-256 over the device id.
func DemoKey(secret, deviceID string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(deviceID))
	return hex.EncodeToString(mac.Sum(nil))
}

// DemoModel is the model of the n-th device of a demonstration organisation.
func DemoModel(n int) string { return []string{"D700", "JH8", "JH4"}[n%3] }
