#!/usr/bin/env bash
# Packs the built SDK and publishes it with provenance, unless this version is published already.
# publish-sdk.sh [--dry-run]
# --dry-run: only reports as JSON what would be published, without access to the registry
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=$(node -p "require('./packages/sdk/package.json').version")
npm pack ./packages/sdk --pack-destination "$folder" --loglevel=error > /dev/null
tarball="$folder/context-sync-sdk-$version.tgz"
if [ "${1:-}" = --dry-run ]; then
  npm publish "$tarball" --dry-run --offline --json --loglevel=notice
  exit
fi
if [ "$(npm view "@context-sync/sdk@$version" version 2>/dev/null)" = "$version" ]; then
  echo "@context-sync/sdk@$version is published already"
  exit
fi
npm publish "$tarball"
