#!/usr/bin/env bash
# Builds the image of the service from a base image with a fixed digest, pushes it with lists of its contents, and adds the list of npm packages and
# the digest to the release. The workflow signs the attestation afterwards.
# Needs IMAGE (name with the registry), TAG (such as v1.2.3), GH_TOKEN and GH_ACTOR. Sets the outputs `name` and `digest`.
set -euo pipefail
cd "$(dirname "$0")/../.."
registry="${IMAGE%%/*}"
image="$(printf %s "$IMAGE" | tr '[:upper:]' '[:lower:]')"
base="$(sed -n 's/^ARG NODE_IMAGE=//p' apps/service/Containerfile)"

bash scripts/release/service-sbom.sh service.cdx.json
printf %s "$GH_TOKEN" | docker login "$registry" --username "$GH_ACTOR" --password-stdin
docker buildx create --use --driver docker-container > /dev/null
digest="$(docker buildx imagetools inspect "$base" --format '{{.Manifest.Digest}}')"
docker buildx build --file apps/service/Containerfile --build-arg "NODE_IMAGE=$base@$digest" \
  --platform linux/amd64 --sbom=true --provenance=mode=max \
  --label "org.opencontainers.image.version=${TAG#v}" --label "org.opencontainers.image.revision=${GITHUB_SHA:-}" \
  --label "org.opencontainers.image.base.name=$base" --label "org.opencontainers.image.base.digest=$digest" \
  --tag "$image:${TAG#v}" --push --metadata-file image.json .
image_digest="$(node -p "require('./image.json')['containerimage.digest']")"

gh release upload "$TAG" service.cdx.json --clobber
notes="$(gh release view "$TAG" --json body --jq .body)"
printf '%s\n\nImage of the service: `%s@%s`\n' "$notes" "$image" "$image_digest" | gh release edit "$TAG" --notes-file -
printf "name=%s\ndigest=%s\n" "$image" "$image_digest" >> "${GITHUB_OUTPUT:-/dev/stdout}"
