#!/usr/bin/env bash
# Starts each profile of compose.yaml as host-the-service.md describes, and requests /ready from each.
set -euo pipefail
cd "$(dirname "$0")"
trap 'docker compose --profile embedded --profile postgres --profile clickhouse down --volumes; rm -rf secrets' EXIT
mkdir -m 700 secrets
openssl rand -hex 24 > secrets/postgres_password
echo "postgres://context_sync:$(cat secrets/postgres_password)@postgres/context_sync" > secrets/database_url
openssl rand -hex 24 > secrets/clickhouse_password
echo "clickhouse://context_sync:$(cat secrets/clickhouse_password)@clickhouse/context_sync" > secrets/logs_url
chmod 644 secrets/*

docker compose --profile embedded up --detach --wait --wait-timeout 180
curl --fail --silent --show-error http://127.0.0.1:8787/ready
docker compose --profile embedded down

docker compose --profile postgres up --detach --wait --wait-timeout 180
# Caddy signs the certificate for localhost itself.
curl --fail --silent --show-error --insecure --retry 10 --retry-all-errors https://localhost/ready
docker compose --profile postgres down

docker compose --profile clickhouse up --detach --wait --wait-timeout 300
curl --fail --silent --show-error --insecure --retry 10 --retry-all-errors https://localhost/ready
