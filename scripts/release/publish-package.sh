#!/usr/bin/env bash
# Packs a built package and publishes it with provenance, unless this version is published already.
# publish-package.sh <folder of the package> [--dry-run]
# --dry-run: only reports as JSON what would be published, without access to the registry
set -euo pipefail
cd "$(dirname "$0")/../.."
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
name=$(node -p "require('./$source/package.json').name")
version=$(node -p "require('./$source/package.json').version")
npm pack "./$source" --pack-destination "$folder" --loglevel=error > /dev/null
tarball=$(echo "$folder"/*.tgz)
if [ "${2:-}" = --dry-run ]; then
  npm publish "$tarball" --dry-run --offline --json --loglevel=notice
  exit
fi
if [ "$(npm view "$name@$version" version 2>/dev/null)" = "$version" ]; then
  echo "$name@$version is published already"
  exit
fi
npm publish "$tarball"
