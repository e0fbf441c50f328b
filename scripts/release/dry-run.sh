#!/usr/bin/env bash
# Prints what each step of the release workflow would publish, and changes nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
export GITHUB_REPOSITORY="${GITHUB_REPOSITORY:-$(node -p "require('./package.json').repository.replace('github:', '')")}"
export GITHUB_SHA="${GITHUB_SHA:-$(git rev-parse HEAD)}"
version="$(node -p "require('./apps/action/package.json').version")"

echo "── SDK"
bash scripts/release/publish-package.sh packages/sdk --dry-run
echo "── Command line"
pnpm --silent --filter=@context-sync/cli run bundle
bash scripts/release/publish-package.sh apps/cli --dry-run
echo "── Image of the service"
IMAGE="REGISTRY/$GITHUB_REPOSITORY-service" TAG="v$version" bash scripts/release/publish-image.sh --dry-run
echo "── Action"
node scripts/release/main.ts publish --dry-run
