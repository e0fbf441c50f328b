#!/usr/bin/env bash
# Writes the list of the npm packages of the service (SBOM, CycloneDX) from the lockfile. It needs no network and no installed packages.
# service-sbom.sh <file>
set -euo pipefail
file="$(realpath "$1")"
cd "$(dirname "$0")/../.."
pnpm="$(node -p "require('./package.json').packageManager")"
npx --yes "$pnpm" --filter @context-sync/service sbom --sbom-format cyclonedx --sbom-type application --prod --lockfile-only --out "$file"
