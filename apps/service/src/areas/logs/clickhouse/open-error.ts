import { ClickHouseError } from '@clickhouse/client';
import { getErrorCode } from '@context-sync/base';
import { createCertificateFixes, HOST_REASONS } from '../../../platform/database/connection-reasons.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { NoResponseError } from './open-requests.ts';

const CHECK_PORT =
  'Check that the port belongs to the HTTP interface of ClickHouse: 8123 for clickhouse://, 8443 for clickhouses://';
const CHECK_NETWORK =
  'Check that ClickHouse runs, that it is reachable from here, and that no firewall blocks the port';

/** Reasons and fixes for failed requests, by the error code of Node.js. */
const REASONS: Readonly<Record<string, string>> = {
  ...HOST_REASONS,
  ECONNREFUSED: 'no server listens there. Start ClickHouse, or correct the host and the port in the URL',
  ECONNRESET: `the server closed the connection. ${CHECK_PORT}`,
  EPROTO: `the server does not use TLS on this port. ${CHECK_PORT}`,
  ERR_SSL_WRONG_VERSION_NUMBER: `the server does not use TLS on this port. ${CHECK_PORT}`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: `the server does not use TLS on this port. ${CHECK_PORT}`,
  HPE_INVALID_CONSTANT: `the server does not use HTTP on this port. ${CHECK_PORT}`,
};

const ADD_CA =
  'Set NODE_EXTRA_CA_CERTS=/path/to/ca.pem, with the certificate of the authority that signed the certificate of the server';
const ALLOW_SETTINGS = 'Allow the user to write, and to set settings, in its settings profile';

/** Fixes for errors whose message states the reason, by the error code of Node.js or ClickHouse. */
const FIXES: Readonly<Record<string, string>> = {
  ...createCertificateFixes(ADD_CA),
  '81': 'Create the database with CREATE DATABASE, or correct its name in the URL',
  '164': ALLOW_SETTINGS,
  '192': 'Correct the user or the password in the URL',
  '193': 'Correct the user or the password in the URL',
  '194': 'Add the password to the URL',
  '291': 'Grant the user all rights to the database',
  '452': ALLOW_SETTINGS,
  '497': 'Grant the user all rights to the database',
  '516': 'Correct the user or the password in the URL',
};

/** Returns the reason why ClickHouse cannot be used, and the fix if it is known. */
export function describeOpenError(error: unknown): string {
  const outerError = error instanceof StoreUnavailableError ? (error.cause ?? error) : error;
  const cause = outerError instanceof AggregateError ? outerError.errors[0] : outerError;
  if (cause instanceof NoResponseError) return `${cause.message}. ${CHECK_NETWORK}`;
  const code = getErrorCode(cause) ?? '';
  const message = shortenMessage(cause);
  if (cause instanceof ClickHouseError) return FIXES[code] === undefined ? message : `${message}. ${FIXES[code]}`;
  const fix = FIXES[code] ?? CHECK_PORT;
  return REASONS[code] ?? `${message}. ${fix}`;
}

const MAX_MESSAGE_LENGTH = 200;

/** Returns the message of an error on one line. A server that is not ClickHouse can return a long page as the message. */
export function shortenMessage(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim();
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message.replace(/\.$/, '');
}
