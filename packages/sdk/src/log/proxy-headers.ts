const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
const SCHEME = /^https?$/i;

/** The scheme and host that the client of a proxy requested; undefined if the proxy did not send them. */
export interface ProxyFacts {
  readonly scheme?: string | undefined;
  readonly host?: string | undefined;
}

/**
 * Reads the headers by which a proxy passes on the scheme and the host: `Forwarded` (RFC 7239), otherwise `X-Forwarded-Proto` and `X-Forwarded-Host`. In
 * a list, the first entry is that of the client. Values that are no scheme or host are ignored.
 */
export function readProxyHeaders(get: (name: string) => string | undefined): ProxyFacts {
  const forwarded = get('forwarded');
  const [first = ''] = forwarded?.split(',') ?? [];
  const parameters = new Map(
    first.split(';').map((pair) => {
      const [name = '', value = ''] = pair.trim().split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')] as const;
    }),
  );
  const readFirst = (name: string) => get(name)?.split(',', 1)[0]?.trim();
  const scheme = parameters.get('proto') ?? readFirst('x-forwarded-proto');
  const host = parameters.get('host') ?? readFirst('x-forwarded-host');
  return {
    scheme: scheme !== undefined && SCHEME.test(scheme) ? scheme.toLowerCase() : undefined,
    host: host !== undefined && HOST.test(host) ? host : undefined,
  };
}
