#!/bin/sh
# The host needs no superuser; Keto has a database of its own. Run once by the image, on an empty database server.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set host="$HOST_DATABASE_PASSWORD" --set keto="$KETO_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE outrider_host LOGIN CREATEROLE PASSWORD :'host';
CREATE DATABASE outrider OWNER outrider_host;
CREATE ROLE outrider_keto LOGIN PASSWORD :'keto';
CREATE DATABASE keto OWNER outrider_keto;
SQL
