-- The second lock on every tenant's rows: a plugin's runtime role sees an organisation's rows only while its transaction carries a
-- capability that the host signed for {organisation, plugin, expiry}. A bare setting would be forged by whoever can run SQL; the key to
-- sign with is readable by the host's role alone, and by the one function here that runs with its rights.
-- +goose Up

-- Key of HMAC-SHA-256, kept as the two padded blocks that the computation begins with. Several may be valid while one replaces another.
CREATE TABLE outrider.capability_key (
    id         integer     GENERATED ALWAYS AS IDENTITY,
    inner_pad  bytea       NOT NULL,
    outer_pad  bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT capability_key_pk PRIMARY KEY (id),
    CONSTRAINT capability_key_blocks CHECK (length(inner_pad) = 64 AND length(outer_pad) = 64)
);

-- Passwords of the roles that the host makes for plugins and for Keto, so that every host on this database can hand them out.
CREATE TABLE outrider.role_password (
    role     text NOT NULL,
    password text NOT NULL,
    CONSTRAINT role_password_pk PRIMARY KEY (role)
);

-- STABLE lets a policy's sub-select run once a statement instead of once a row. The error is the same whatever is wrong.
-- +goose StatementBegin
CREATE FUNCTION outrider.current_org() RETURNS text
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    part text[] := string_to_array(current_setting('outrider.capability', true), '|');
BEGIN
    IF array_length(part, 1) = 4
        AND 'outrider_' || part[2] = session_user
        AND part[3] ~ '^[0-9]{1,11}$'
        AND part[3]::bigint >= extract(epoch FROM statement_timestamp())
        AND EXISTS (
            SELECT FROM outrider.capability_key k
            WHERE part[4] = encode(sha256(k.outer_pad || sha256(k.inner_pad
                || convert_to(part[1] || '|' || part[2] || '|' || part[3], 'UTF8'))), 'hex'))
    THEN
        RETURN part[1];
    END IF;
    RAISE EXCEPTION 'no valid capability' USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.current_org() IS 'the organisation of the transaction''s capability (setting outrider.capability = org|plugin|expiry in Unix seconds|hmac in hex); error 42501 without a valid one';
