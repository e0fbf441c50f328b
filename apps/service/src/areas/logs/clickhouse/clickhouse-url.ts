import { StoreInputError } from '../../../platform/database/store-input-error.ts';

const PROTOCOLS = ['clickhouse:', 'clickhouses:'];

/** The address and the credentials of a ClickHouse database, as options of its client. */
export interface ClickHouseAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** Host, port and database, for messages. */
  readonly address: string;
}

/**
 * Reads a URL such as `clickhouse://user:password@host:8123/database`; `clickhouses://` for TLS. Rejects everything that would be ignored.
 * @throws StoreInputError, whose message contains no part of the URL, because any part can be a password that is not encoded
 */
export function readClickHouseUrl(text: string): ClickHouseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !PROTOCOLS.includes(url.protocol) || url.hostname === '') {
    throw createUrlError(
      'must have the form clickhouse://user:password@host:port/database, or clickhouses:// for TLS. Encode special characters in the password, such as %2F for /',
    );
  }
  // The text is searched, because `search` and `hash` are empty for a "?" or "#" at the end.
  if (/[?#]/.test(text)) {
    throw createUrlError(
      'must not contain parameters after "?" or a fragment after "#". Use clickhouses:// for TLS, and write %3F for ? and %23 for # in the password',
    );
  }
  if (!/^\/?[^/]*$/.test(url.pathname)) {
    throw createUrlError(
      'must have one name after the host, which is that of the database. Remove the other "/", or write %2F for / in a name',
    );
  }
  const isEncrypted = url.protocol === 'clickhouses:';
  const port = url.port === '' ? (isEncrypted ? '8443' : '8123') : url.port;
  const database = decode(url.pathname.slice(1));
  if (database === '') {
    throw createUrlError(
      'must end with the name of the database, such as clickhouse://user:password@host:8123/context_sync',
    );
  }
  return {
    url: `${isEncrypted ? 'https' : 'http'}://${url.hostname}:${port}`,
    username: decode(url.username) || 'default',
    password: decode(url.password),
    database,
    address: `${url.hostname}:${port}/${database}`,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw createUrlError(
      'contains a "%" that does not start an encoded character. Write %25 for % in the user, the password and the database',
    );
  }
}

function createUrlError(rule: string): StoreInputError {
  return new StoreInputError(`the URL of the ClickHouse database ${rule}`);
}
