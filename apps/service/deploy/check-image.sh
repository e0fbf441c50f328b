#!/usr/bin/env bash
# Starts an image of the service as host-the-service.md describes, waits until it is healthy, requests /ready, and stops it.
# check-image.sh <image>
set -euo pipefail
image="$1"
name="context-sync-check-$$"
trap 'docker rm --force --volumes "$name" > /dev/null' EXIT
docker run --detach --name "$name" --read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges \
  --health-interval 2s --volume /data --publish 127.0.0.1::8787 "$image"
for _ in $(seq 60); do
  health="$(docker inspect --format '{{.State.Health.Status}}' "$name")"
  [ "$health" = healthy ] && break
  sleep 1
done
address="$(docker port "$name" 8787/tcp)"
if ! curl --fail --silent --show-error "http://$address/ready" || [ "$health" != healthy ]; then
  docker logs "$name"
  exit 1
fi
[ "$(docker inspect --format '{{.Config.User}}' "$image")" = node ]
docker stop "$name" > /dev/null
[ "$(docker inspect --format '{{.State.ExitCode}}' "$name")" = 0 ]
