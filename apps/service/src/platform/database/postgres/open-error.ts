import { getErrorCode } from '@context-sync/base';
import { createCertificateFixes, HOST_REASONS } from '../connection-reasons.ts';
import { describeFileError } from '../file-error.ts';
import { StoreInputError } from '../store-input-error.ts';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { getMessage } from './postgres-failures.ts';

/** Reasons and fixes for failed connections, by the error code of Node.js. The messages of Node.js contain only the code and the address. */
const REASONS: Readonly<Record<string, string>> = {
  ...HOST_REASONS,
  ECONNREFUSED: 'no server listens there. Start PostgreSQL, or correct the host and the port in the URL',
  ENOENT: 'there is no such socket. Start PostgreSQL, or correct the path in the URL',
  ECONNRESET: 'the server closed the connection. Check that the port belongs to a PostgreSQL server',
  ERR_INVALID_URL:
    'the URL is invalid. Use postgres://user:password@host:port/database, and encode special characters in the password, such as %2F for /',
};

const ADD_CA =
  'Add sslrootcert=/path/to/ca.pem to the URL, with the certificate of the authority that signed the certificate of the server';

/** Fixes for errors whose message states the reason, by the error code of Node.js or SQLSTATE. */
const FIXES: Readonly<Record<string, string>> = {
  ...createCertificateFixes(ADD_CA),
  '28P01': 'Correct the user or the password in the URL',
  '28000': 'Correct the user in the URL, or allow the connection in pg_hba.conf',
  '3D000': 'Create the database, or correct its name in the URL',
  '42501': 'Grant the role the rights that the guide "Host the service" lists',
  '53300': 'Raise max_connections, or start fewer processes: each uses up to ten connections',
  '57P03': 'Wait until PostgreSQL has started',
  '25006': 'Connect to the primary server, not to a standby',
};

/** Fixes for errors without a code, by message. */
const FIXES_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'Set ssl=on on the server, or remove sslmode from the URL'],
  [/timeout/i, 'Check that the host is reachable from here, and that no firewall blocks the port'],
  [/URI malformed/, 'Encode special characters in the user and the password, such as %25 for %'],
  [/password must be a string/, 'Add the password to the URL: postgres://user:password@host:port/database'],
];

/** Returns the reason why a PostgreSQL database cannot be opened, and the fix if it is known. */
export function describeOpenError(error: unknown): string {
  if (error instanceof StoreInputError) return error.message;
  const outerError = error instanceof StoreUnavailableError ? error.cause : error;
  const cause = outerError instanceof AggregateError ? outerError.errors[0] : outerError;
  const { syscall, path } = (cause ?? {}) as { readonly syscall?: unknown; readonly path?: unknown };
  if (syscall === 'open' && typeof path === 'string') return describeFileError(cause, path, 'read');
  const code = getErrorCode(cause) ?? '';
  const message = getMessage(cause);
  const fix = FIXES[code] ?? FIXES_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  return REASONS[code] ?? (fix === undefined ? message : `${message}. ${fix}`);
}
