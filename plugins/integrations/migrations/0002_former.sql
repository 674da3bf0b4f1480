-- Why: an address that is changed begins anew, and what somebody has mapped by hand was lost with it, by a slip of the pen. The mapping of each former address is kept, and is there again with it.

-- +goose Up
CREATE TABLE integrations.former (
    org_id       text   NOT NULL,
    address      text   NOT NULL,
    id           text   NOT NULL,
    registration text   NOT NULL,
    vin          text   NOT NULL,
    model        text   NOT NULL,
    vehicle_id   text   NOT NULL,
    mapped_ms    bigint NOT NULL,
    mapped_by    text   NOT NULL,
    CONSTRAINT former_pkey PRIMARY KEY (org_id, address, id)
);
COMMENT ON TABLE integrations.former IS 'Vehicles of providers that are not asked any more, which somebody has said are ours';
SELECT outrider.protect('integrations.former');
