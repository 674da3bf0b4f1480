package web

import (
	"context"
	"strings"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Lock says who may use an operation. Its zero value locks nobody out and is refused at registration.
type Lock struct {
	kind        pluginv1.Lock_Kind
	permissions []string
	reason      string
}

// Needs lets through who holds all of the permissions.
func Needs(permissions ...string) Lock {
	return Lock{kind: pluginv1.Lock_ALL_OF, permissions: permissions}
}

// NeedsAny lets through who holds at least one of the permissions.
func NeedsAny(permissions ...string) Lock {
	return Lock{kind: pluginv1.Lock_ANY_OF, permissions: permissions}
}

// NeedsByBody lets through who holds at least one of the permissions; the handler calls Require with the one that the body asks for.
func NeedsByBody(permissions ...string) Lock {
	return Lock{kind: pluginv1.Lock_BY_BODY, permissions: permissions}
}

// SignedIn lets through everybody who is signed in. Say why that is enough.
func SignedIn(why string) Lock {
	return Lock{kind: pluginv1.Lock_SIGNED_IN, reason: why}
}

// Public lets everybody through, without a token too. Say why that is safe.
func Public(why string) Lock {
	return Lock{kind: pluginv1.Lock_PUBLIC, reason: why}
}

// Require denies unless the caller holds a permission that the operation has declared.
func Require(ctx context.Context, permission string) error {
	c := Caller(ctx)
	if c.Plugin != "" || c.Has(permission) {
		return nil
	}
	return fault.Forbidden(permission)
}

// problem says what is wrong with the lock itself, or nothing.
func (l Lock) problem() string {
	switch l.kind {
	case pluginv1.Lock_ALL_OF, pluginv1.Lock_ANY_OF, pluginv1.Lock_BY_BODY:
		if len(l.permissions) == 0 {
			return "its lock names no permission"
		}
	case pluginv1.Lock_SIGNED_IN, pluginv1.Lock_PUBLIC:
		if strings.TrimSpace(l.reason) == "" {
			return "its lock does not say why"
		}
	default:
		return "it has no lock; say web.Needs, web.NeedsAny, web.NeedsByBody, web.SignedIn or web.Public"
	}
	return ""
}

// check is the second lock: the host has decided already, and the plugin does not serve what the host's word does not cover.
func (l Lock) check(c CallerInfo) error {
	if l.kind == pluginv1.Lock_PUBLIC {
		return nil
	}
	if !c.SignedIn() {
		return fault.New(fault.SignedOut, "Sign in to continue.")
	}
	if c.Plugin != "" || l.kind == pluginv1.Lock_SIGNED_IN {
		return nil
	}
	var lacking []string
	for _, permission := range l.permissions {
		if !c.Has(permission) {
			lacking = append(lacking, permission)
		}
	}
	if len(lacking) == len(l.permissions) || (l.kind == pluginv1.Lock_ALL_OF && len(lacking) > 0) {
		return fault.Forbidden(lacking...)
	}
	return nil
}

func (l Lock) proto() *pluginv1.Lock {
	return &pluginv1.Lock{Kind: l.kind, Permissions: l.permissions, Reason: l.reason}
}
