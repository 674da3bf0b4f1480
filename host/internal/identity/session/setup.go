package session

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/fault"
)

// FirstAdministrator is what the set-up page asks for.
type FirstAdministrator struct {
	Organisation struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		CountryCode string `json:"country_code"`
		Zone        string `json:"zone"`
	} `json:"organisation"`
	Email     string `json:"email"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Password  string `json:"password"`
}

// Setup is the way into a product without accounts: a one-time link that its first start prints.
type Setup struct {
	Pool *pgxpool.Pool
	Now  func() time.Time
	// Create makes the organisation and its administrator inside tx, checking what it is given.
	Create func(ctx context.Context, tx pgx.Tx, first FirstAdministrator) error
	// Done is called after the commit.
	Done func()
}

// Begin returns a new set-up token if there is no account yet, else an empty text. Earlier tokens are no longer good: whoever lost the
// link starts the product again.
func (s *Setup) Begin(ctx context.Context) (token string, err error) {
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		if taken, err := s.taken(ctx, tx); err != nil || taken {
			return err
		}
		token = rand.Text()
		_, err := tx.Exec(ctx, `WITH old AS (DELETE FROM outrider.setup_token WHERE used_at IS NULL) INSERT INTO outrider.setup_token (hash, created_at) VALUES ($1, $2)`,
			digest(token), s.Now())
		return err
	})
	if err != nil {
		return "", fmt.Errorf("begin the set-up: %w", err)
	}
	return token, nil
}

// taken serialises set-ups and reports whether there is an account.
func (s *Setup) taken(ctx context.Context, tx pgx.Tx) (taken bool, err error) {
	if err = rowlock.Wait(ctx, tx, "setup of people"); err != nil {
		return false, err
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.account)`).Scan(&taken)
	return taken, err
}

// Good reports whether a token can still be used.
func (s *Setup) Good(ctx context.Context, token string) (good bool, err error) {
	err = s.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.setup_token WHERE hash = $1 AND used_at IS NULL)
		AND NOT EXISTS (SELECT FROM outrider.account)`, digest(token)).Scan(&good)
	if err != nil {
		return false, fmt.Errorf("check a set-up token: %w", err)
	}
	return good, nil
}

// Finish creates the first organisation and administrator. Of two that try at once one succeeds.
func (s *Setup) Finish(ctx context.Context, token string, first FirstAdministrator) error {
	if problem := password.Problem(first.Password); problem != "" {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.password", Message: problem})
	}
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		taken, err := s.taken(ctx, tx)
		if err != nil {
			return err
		}
		if taken {
			return errLinkUsed()
		}
		tag, err := tx.Exec(ctx, `UPDATE outrider.setup_token SET used_at = $2 WHERE hash = $1 AND used_at IS NULL`, digest(token), s.Now())
		if err != nil {
			return fmt.Errorf("use a set-up token: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return errLinkUsed()
		}
		return s.Create(ctx, tx, first)
	})
	if err == nil {
		s.Done()
	}
	return err
}

func errLinkUsed() error {
	return fault.New(fault.NotFound, "This link has been used or has expired.")
}

func (a *API) setupState(w http.ResponseWriter, r *http.Request) error {
	good, err := a.Setup.Good(r.Context(), r.URL.Query().Get("setup"))
	if err != nil {
		return err
	}
	if !good {
		return errLinkUsed()
	}
	return writeJSON(w, http.StatusOK, openAnswer{Open: true})
}

func (a *API) setUp(w http.ResponseWriter, r *http.Request) error {
	var in setUpBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if err := a.Setup.Finish(r.Context(), in.Setup, in.FirstAdministrator); err != nil {
		return err
	}
	return a.welcome(w, r, Credentials{Email: in.Email, Password: in.Password})
}
