import { isLoopback } from '@context-sync/core';
import { MIN_KEEP_AUDIT_DAYS } from '../platform/audit/audit.ts';
import type { Terminal } from '../platform/cli/cli-terminal.ts';
import { UsageError } from '../platform/cli/usage-error.ts';
import { CONNECTION_LIMITS } from '../platform/connections/connections.ts';
import { parseBytes } from '../platform/quotas/format-bytes.ts';

/** A setting of `serve`, which is given as an option or as an environment variable. */
interface ServeSetting {
  readonly type: 'string' | 'boolean';
  /** Placeholder for the value in the help text; absent for flags. */
  readonly value?: string;
  readonly default: string;
  readonly means: string;
}

/** Minimum of a size setting. A smaller limit would reject almost every write, and is probably a number without its unit. */
const MIN_SIZE = '1MiB';
const MIN_SIZE_BYTES = 1_048_576;

/** The settings of `serve`, in the same order as in the documentation. */
export const SERVE_SETTINGS = {
  host: { type: 'string', value: 'address', default: '127.0.0.1', means: 'IP address or host name to listen on' },
  port: { type: 'string', value: 'port', default: '8787', means: 'port to listen on; 0 selects a free one' },
  'rate-limit': {
    type: 'string',
    value: 'requests',
    default: '60000',
    means: 'maximum requests per key and minute; 0 for no limit',
  },
  'anonymous-rate-limit': {
    type: 'string',
    value: 'requests',
    default: '600',
    means: 'maximum requests without a valid key per IP address and minute; 0 for no limit',
  },
  'capture-rate-limit': {
    type: 'string',
    value: 'requests',
    default: '6000',
    means: 'maximum requests per capture key and minute; 0 for no limit',
  },
  'max-key-bytes-per-day': {
    type: 'string',
    value: 'size',
    default: '10GiB',
    means: 'maximum size of all bodies that one key sends with successful writes on one UTC day; 0 for no limit',
  },
  'max-project-size': {
    type: 'string',
    value: 'size',
    default: '0',
    means: 'maximum size of the logs and context items of one project; 0 for no limit',
  },
  'max-database-size': {
    type: 'string',
    value: 'size',
    default: '0',
    means: 'maximum size of the database, for all projects; 0 for no limit',
  },
  'max-running-requests': {
    type: 'string',
    value: 'requests',
    default: '256',
    means: 'maximum requests per key that run at the same time; 0 for no limit',
  },
  'max-anonymous-requests': {
    type: 'string',
    value: 'requests',
    default: '32',
    means: 'maximum requests without a valid key per IP address that run at the same time; 0 for no limit',
  },
  'max-held-size': {
    type: 'string',
    value: 'size',
    default: '64MiB',
    means:
      'maximum size of the bodies that the running requests of one key, or of one IP address without a key, occupy; 0 for no limit',
  },
  'max-connections': {
    type: 'string',
    value: 'connections',
    default: String(CONNECTION_LIMITS.total),
    means: 'maximum open connections',
  },
  'max-address-connections': {
    type: 'string',
    value: 'connections',
    default: String(CONNECTION_LIMITS.perAddress),
    means: 'maximum open connections per IP address; 0 for no limit; not applied with `--trust-proxy`',
  },
  'trust-proxy': {
    type: 'boolean',
    default: '',
    means: 'use the last IP address in `X-Forwarded-For` as the IP address of the client',
  },
  'keep-logs-days': { type: 'string', value: 'days', default: '', means: 'days to keep logs; forever if not set' },
  'keep-audit-days': {
    type: 'string',
    value: 'days',
    default: '',
    means: `days to keep entries of the audit log, at least ${MIN_KEEP_AUDIT_DAYS}; forever if not set`,
  },
  redact: { type: 'string', value: 'names', default: '', means: 'extra names to redact in logs, comma-separated' },
  'mcp-hosts': {
    type: 'string',
    value: 'hosts',
    default: '',
    means: 'host names accepted for `/mcp`, comma-separated, in addition to loopback',
  },
  'public-url': {
    type: 'string',
    value: 'url',
    default: '',
    means:
      'URL at which people and clients reach the service; without it, pages work only on this machine, and emails contain no links',
  },
  'portal-host': {
    type: 'string',
    value: 'host=slug',
    default: '',
    means:
      'hosts that show the docs portal of one project at `/`, and nothing else, comma-separated, such as `docs.example.com=pets`',
  },
  'smtp-url': {
    type: 'string',
    value: 'url',
    default: '',
    means:
      'mail server for invites and sign-in links, such as `smtps://name:password@mail.example.com`; set the variable if it contains a password, because other users of the machine can read options; no emails if not set',
  },
  'smtp-from': {
    type: 'string',
    value: 'address',
    default: '',
    means: 'email address of the sender; required with `--smtp-url`',
  },
  'oidc-issuer': {
    type: 'string',
    value: 'url',
    default: '',
    means: 'issuer of the OpenID provider that members sign in with; off if not set',
  },
  'oidc-client-id': { type: 'string', value: 'id', default: '', means: 'id of the service at the OpenID provider' },
  'oidc-client-secret': {
    type: 'string',
    value: 'secret',
    default: '',
    means:
      'secret of the service at the OpenID provider; set the variable, because other users of the machine can read options',
  },
  'oidc-domains': {
    type: 'string',
    value: 'domains',
    default: '',
    means:
      'email domains, comma-separated; people with an email address of these domains get an account when they sign in with the OpenID provider; others must already be members',
  },
  development: {
    type: 'boolean',
    default: '',
    means: 'show the components of the pages at `/dev/components`',
  },
  'json-logs': { type: 'boolean', default: '', means: 'log every request and every error as a line of JSON' },
  'metrics-port': { type: 'string', value: 'port', default: '', means: 'port for `/metrics`; disabled if not set' },
  'metrics-host': {
    type: 'string',
    value: 'address',
    default: '127.0.0.1',
    means: 'IP address or host name on which `/metrics` is served',
  },
  'metrics-hosts': {
    type: 'string',
    value: 'hosts',
    default: '',
    means: 'host names accepted for `/metrics`, comma-separated, in addition to loopback and IP addresses',
  },
  'stop-within': {
    type: 'string',
    value: 'seconds',
    default: '10',
    means: 'seconds to wait for active requests when shutting down',
  },
} as const satisfies Record<string, ServeSetting>;

export type ServeSettingName = keyof typeof SERVE_SETTINGS;

/** Returns the name of the environment variable for a setting. */
export function getVariable(name: string): string {
  return `CONTEXT_SYNC_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Reads settings: the options take precedence over the environment, and the environment over the defaults. */
export class ServeSettingsReader {
  readonly #options: Readonly<Record<string, string | true | undefined>>;
  readonly #environment: NonNullable<Terminal['environment']>;

  /**
   * Creates a reader.
   * @param options values of the options, by the name of the setting
   */
  constructor(options: Readonly<Record<string, string | true | undefined>>, environment: Terminal['environment'] = {}) {
    this.#options = options;
    this.#environment = environment;
  }

  getText(name: ServeSettingName): string {
    const option = this.#options[name];
    if (option === '') throw new UsageError(`--${name} must not be empty`);
    if (typeof option === 'string') return option;
    return this.#environment[getVariable(name)] || SERVE_SETTINGS[name].default;
  }

  /**
   * Returns the value of a numeric setting; undefined if the setting has neither a value nor a default.
   * @throws UsageError
   */
  getOptionalNumber(name: ServeSettingName, min: number, max: number): number | undefined {
    return this.getText(name) === '' ? undefined : this.getNumber(name, min, max);
  }

  /** Returns the value of a numeric setting that has a default. @throws UsageError */
  getNumber(name: ServeSettingName, min: number, max: number): number {
    const text = this.getText(name);
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= min && value <= max) return value;
    throw new UsageError(`${getLabel(name)} must be an integer between ${min} and ${max} (got "${text}")`);
  }

  /** Returns the value of a size setting in bytes; undefined for 0, which means no limit. @throws UsageError */
  getBytes(name: ServeSettingName): number | undefined {
    const text = this.getText(name);
    const bytes = parseBytes(text);
    if (bytes === 0) return undefined;
    if (bytes !== undefined && bytes >= MIN_SIZE_BYTES) return bytes;
    const rule = bytes === undefined ? 'a size such as 500MiB, 20GiB or 1TiB' : `at least ${MIN_SIZE}`;
    throw new UsageError(`${getLabel(name)} must be ${rule}, or 0 for no limit (got "${text}")`);
  }

  /** Returns a URL with one of the given protocols; undefined if the setting has no value. @throws UsageError */
  getUrl(name: ServeSettingName, protocols: readonly string[]): string | undefined {
    const text = this.getText(name);
    if (text === '') return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isPlain = url?.pathname.replace(/^\/$/, '') === '' && url.search === '' && url.hash === '';
    if (url && url.hostname !== '' && protocols.includes(url.protocol) && isPlain) return text.replace(/\/$/, '');
    const forms = protocols.map((protocol) => `${protocol}//host`).join(' or ');
    throw new UsageError(
      // The message omits the value, because a password cannot be removed from a URL that cannot be parsed.
      `${getLabel(name)} must be a URL such as ${forms}, without a path${text.includes('@') ? '' : ` (got "${text}")`}`,
    );
  }

  /** Returns whether a flag is set. @throws UsageError */
  getFlag(name: ServeSettingName): boolean {
    const text = this.#environment[getVariable(name)];
    if (this.#options[name] === true || /^(1|yes|true)$/i.test(text ?? '')) return true;
    if (text === undefined || /^(|0|no|false)$/i.test(text)) return false;
    throw new UsageError(`${getVariable(name)} must be "true" or "false" (got "${text}")`);
  }

  /** Returns the public URL; undefined if it is not set. The URL must use https, except for loopback hosts. @throws UsageError */
  getPublicUrl(): string | undefined {
    const url = this.getUrl('public-url', ['https:', 'http:']);
    if (url === undefined || url.startsWith('https:') || isLoopback(new URL(url).hostname)) return url;
    throw new UsageError(
      `${getLabel('public-url')} must start with https://, because cookies and keys would be sent without encryption (got "${url}")`,
    );
  }

  /** Returns the entries of a comma-separated list. */
  list(name: ServeSettingName): string[] {
    return this.getText(name)
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  }

  /**
   * Returns host names as the URL parser normalizes them, because the host names of requests are normalized in the same way.
   * @throws UsageError
   */
  getHosts(name: ServeSettingName): string[] {
    return this.list(name).map((text) => {
      const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
      if (url && url.port === '' && url.hostname !== '' && url.href === `http://${url.hostname}/`) return url.hostname;
      throw new UsageError(`${getLabel(name)} must be host names such as docs.example.com (got "${text}")`);
    });
  }
}

/** Returns the name of a setting for messages. */
export function getLabel(name: ServeSettingName): string {
  return `--${name} (or ${getVariable(name)})`;
}
