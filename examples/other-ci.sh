#!/usr/bin/env bash
# Syncs the docs of the checkout in this folder from any CI system, or by hand. Needs Node 24 and git.
# Prints a plain log without the key. Set GITHUB_OUTPUT to a file's path to get the outputs.
#
#   CONTEXT_SYNC_ACTION   folder of a checkout of Context Sync
#   CONTEXT_SYNC_API_KEY  personal API key
#   CONTEXT_SYNC_PROJECT  slug of the project
#   CONTEXT_SYNC_BASE_URL URL of the platform's API
#   CONTEXT_SYNC_REPO     owner/name of the repository, for the source URLs
#   CONTEXT_SYNC_BRANCH   branch of the checkout; default: the current branch
set -euo pipefail
synced=main # the branch to sync; other branches are only planned
branch="${CONTEXT_SYNC_BRANCH:-$(git rev-parse --abbrev-ref HEAD)}"

exec env \
  GITHUB_EVENT_NAME=push \
  GITHUB_REPOSITORY="$CONTEXT_SYNC_REPO" \
  GITHUB_REF="refs/heads/$branch" \
  GITHUB_SHA="$(git rev-parse HEAD)" \
  GITHUB_WORKSPACE="$PWD" \
  RUNNER_TEMP="${TMPDIR:-/tmp}" \
  "INPUT_API-KEY=$CONTEXT_SYNC_API_KEY" \
  "INPUT_PROJECT=$CONTEXT_SYNC_PROJECT" \
  "INPUT_BASE-URL=$CONTEXT_SYNC_BASE_URL" \
  "INPUT_BRANCH=$synced" \
  "INPUT_CONNECT=false" \
  "INPUT_STATE=git:origin" \
  node "$CONTEXT_SYNC_ACTION/apps/action/dist/index.js"
