#!/usr/bin/env bash
# Builds the image of the service from a base image with a fixed digest, pushes it with an SBOM and its provenance, and adds the list of npm
# packages and the digest to the release. The workflow signs the attestation afterwards.
# Needs IMAGE (name with the registry), TAG (such as v1.2.3), GH_TOKEN and GH_ACTOR. Sets the outputs `name` and `digest`.
# publish-image.sh [--dry-run]
# --dry-run: writes the list of npm packages to a temporary file, and prints the other commands instead of running them
set -euo pipefail
cd "$(dirname "$0")/../.."
registry="${IMAGE%%/*}"
image="$(printf %s "$IMAGE" | tr '[:upper:]' '[:lower:]')"
base="$(sed -n 's/^ARG NODE_IMAGE=//p' apps/service/Containerfile)"
build=(docker buildx build --file apps/service/Containerfile --platform linux/amd64 --sbom=true --provenance=mode=max
  --label "org.opencontainers.image.version=${TAG#v}" --label "org.opencontainers.image.revision=${GITHUB_SHA:-}"
  --label "org.opencontainers.image.base.name=$base" --tag "$image:${TAG#v}" --push --metadata-file image.json)

if [ "${1:-}" = --dry-run ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  bash scripts/release/service-sbom.sh "$folder/service.cdx.json" > /dev/null
  echo "service.cdx.json: $(node -p "JSON.parse(fs.readFileSync('$folder/service.cdx.json', 'utf8')).components.length") packages"
  echo "docker login $registry --username ${GH_ACTOR:-}"
  echo "docker buildx imagetools inspect $base"
  echo "${build[*]} --build-arg NODE_IMAGE=$base@DIGEST --label org.opencontainers.image.base.digest=DIGEST ."
  echo "gh release upload $TAG service.cdx.json"
  echo "gh release edit $TAG"
  exit
fi

bash scripts/release/service-sbom.sh service.cdx.json
printf %s "$GH_TOKEN" | docker login "$registry" --username "$GH_ACTOR" --password-stdin
docker buildx create --use --driver docker-container > /dev/null
digest="$(docker buildx imagetools inspect "$base" --format '{{.Manifest.Digest}}')"
"${build[@]}" --build-arg "NODE_IMAGE=$base@$digest" --label "org.opencontainers.image.base.digest=$digest" .
image_digest="$(node -p "require('./image.json')['containerimage.digest']")"

gh release upload "$TAG" service.cdx.json --clobber
notes="$(gh release view "$TAG" --json body --jq .body)"
printf '%s\n\nImage of the service: `%s@%s`\n' "$notes" "$image" "$image_digest" | gh release edit "$TAG" --notes-file -
printf "name=%s\ndigest=%s\n" "$image" "$image_digest" >> "${GITHUB_OUTPUT:-/dev/stdout}"
