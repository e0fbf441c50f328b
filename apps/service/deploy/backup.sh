#!/bin/sh
# Writes a backup, encrypts it for the owner of a certificate, and deletes the oldest backups. The machine needs only the certificate: without the
# private key, a person who can read the disk cannot read the backups.
#
# BACKUP_CERTIFICATE  certificate to encrypt for
# BACKUP_FOLDER       folder of the backups; default: backups
# KEEP_BACKUPS        number of backups to keep; default: 14
# CONTEXT_SYNC        command that runs the service; default: node and the build of this checkout
set -eu
umask 077
: "${BACKUP_CERTIFICATE:?must be the path of a certificate, see docs/how-to/operate-the-service.md}"
folder="${BACKUP_FOLDER:-backups}"
build="$(dirname "$0")/../build/main.js"
name="context-sync-$(date -u +%Y-%m-%dT%H-%M-%SZ).ndjson"

mkdir -p "$folder"
plain="$(mktemp -d)"
trap 'rm -rf "$plain"' EXIT
trap 'exit 1' HUP INT TERM
# CONTEXT_SYNC is a command with arguments, so it is split into words.
# shellcheck disable=SC2086
${CONTEXT_SYNC:-node "$build"} backup "$plain/$name"
openssl cms -encrypt -binary -stream -aes-256-gcm -outform DER -in "$plain/$name" -out "$folder/$name.cms.part" "$BACKUP_CERTIFICATE"
mv "$folder/$name.cms.part" "$folder/$name.cms"
# The file names contain the time, so the newest backup is last in the sorted list.
for old in $(ls "$folder" | grep '^context-sync-.*\.ndjson\.cms$' | head -n "-${KEEP_BACKUPS:-14}"); do
  rm -- "$folder/$old"
done
echo "Encrypted the backup to $folder/$name.cms"
