import { StoreInputError } from '../store-input-error.ts';

/**
 * The parameters that a URL may have: those of libpq, and those that only `pg` knows. `pg` ignores all others, for example a misspelled `sslmode`,
 * and connects without TLS then. libpq rejects them.
 * See https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
 */
const PARAMETERS = new Set(
  `host hostaddr port dbname user password passfile require_auth channel_binding connect_timeout client_encoding options application_name
   fallback_application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout replication gssencmode sslmode
   requiressl sslnegotiation sslcompression sslcert sslkey sslkeylogfile sslpassword sslcertmode sslrootcert sslcrl sslcrldir sslsni requirepeer
   ssl_min_protocol_version ssl_max_protocol_version min_protocol_version max_protocol_version krbsrvname gsslib gssdelegation scram_client_key
   scram_server_key service servicefile target_session_attrs load_balance_hosts oauth_issuer oauth_client_id oauth_client_secret oauth_scope
   ssl uselibpqcompat statement_timeout query_timeout lock_timeout idle_in_transaction_session_timeout`.split(/\s+/),
);

/**
 * Rejects a URL with parts that would be ignored. Other mistakes are reported when the service connects.
 * @throws StoreInputError, whose message contains no part of the URL, because any part can be a password that is not encoded
 */
export function checkPostgresUrl(text: string): void {
  // `pg` accepts a URL with a user and without a host, for a socket.
  const url = URL.parse(text.replace('@/', '@localhost/'));
  if (!url) return;
  if (text.includes('#')) throw createUrlError('must not contain "#". Write %23 for # in the password');
  if (url.pathname.slice(1).includes('/')) {
    throw createUrlError(
      'must have one name after the host, which is that of the database. Remove the other "/", or write %2F for / in the password',
    );
  }
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.has(name))) {
    throw createUrlError(
      'contains a parameter after "?" that PostgreSQL does not know. Use sslmode=verify-full for TLS, correct the names of the parameters, and write %3F for ? in the password',
    );
  }
}

/** Returns the host and the database of a URL; undefined if they could contain a part of the password. */
export function describePostgresUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || /[/@]/.test(url.pathname.slice(1)) || text.includes('#')) return undefined;
  return `${url.host}${url.pathname}`;
}

function createUrlError(rule: string): StoreInputError {
  return new StoreInputError(`the URL of the PostgreSQL database ${rule}`);
}
