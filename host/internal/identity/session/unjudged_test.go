package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

// whileAccountsAreLocked runs try with a deadline, more often than the limits allow, while nobody can read an account.
func whileAccountsAreLocked(t *testing.T, w *identitytest.World, try func(ctx context.Context) error) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `LOCK TABLE outrider.account IN ACCESS EXCLUSIVE MODE`); err != nil {
			return err
		}
		for range session.MaxPerAccount + 1 {
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			if err := try(ctx); fault.KindOf(err) != fault.Internal {
				t.Errorf("an attempt that nobody could judge gives %v", err)
			}
			cancel()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An attempt that ends before anybody looked whether it is right is no failed one: a busy database locks nobody out.
func TestLimits_CountWhatWasJudged(t *testing.T) {
	w := identitytest.Start(t)

	t.Run("a password", func(t *testing.T) {
		whileAccountsAreLocked(t, w, func(ctx context.Context) error {
			_, err := w.Sessions.SignIn(ctx, credentials, browser)
			return err
		})
		if _, err := w.Sessions.SignIn(t.Context(), credentials, browser); err != nil {
			t.Errorf("the right password, once accounts can be read: %v", err)
		}
	})

	t.Run("a second step", func(t *testing.T) {
		secret, _ := setUp(t, w, admin)
		in := session.SecondStep{Ticket: passwordStep(t, w, admin).Ticket, Code: codeAt(t, secret, w.Clock.Now())}
		whileAccountsAreLocked(t, w, func(ctx context.Context) error {
			_, err := w.Sessions.SignInSecond(ctx, in, browser)
			return err
		})
		if _, err := w.Sessions.SignInSecond(t.Context(), in, browser); err != nil {
			t.Errorf("the right code, once accounts can be read: %v", err)
		}
	})

	t.Run("the password that is shown again", func(t *testing.T) {
		tokens := signIn(t, w)
		who, err := w.Keys.Verify(t.Context(), tokens.Access)
		if err != nil {
			t.Fatal(err)
		}
		for range session.MaxPerAccount + 1 {
			if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET password_hash = replace(password_hash, 'argon2id', 'argon3') WHERE id = $1`, who.UserID); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Sessions.ChangePassword(t.Context(), who, credentials.Password, "Better123", browser); fault.KindOf(err) != fault.Internal {
				t.Errorf("a password that cannot be compared gives %v", err)
			}
			if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET password_hash = replace(password_hash, 'argon3', 'argon2id') WHERE id = $1`, who.UserID); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := w.Sessions.ChangePassword(t.Context(), who, credentials.Password, "Better123", browser); err != nil {
			t.Errorf("once it can be compared: %v", err)
		}
	})

	t.Run("a wrong password still counts", func(t *testing.T) {
		var err error
		for range session.MaxPerAccount + 1 {
			_, err = w.Sessions.SignIn(t.Context(), session.Credentials{Email: "driver@alpha.test", Password: "Wrong1234"}, thief)
		}
		if _, ok := errors.AsType[*session.TooMany](err); !ok {
			t.Errorf("one guess too many gives %v", err)
		}
	})
}
