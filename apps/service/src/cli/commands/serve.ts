import { authenticationFailures } from '../../observe/authentication-failures.ts';
import { errorReports } from '../../observe/error-reports.ts';
import { requestLog } from '../../observe/request-log.ts';
import { startServer } from '../../server.ts';
import { type Command, type Given, type Option, UsageError } from '../command.ts';

/** A setting of the service: an option of `serve`, or a variable of the environment. */
interface Setting extends Option {
  readonly means: string;
  readonly default: string;
}

/** In the order in which they are shown in the documentation. */
export const SERVE_SETTINGS = {
  host: { type: 'string', default: '127.0.0.1', means: 'address to listen on' },
  port: { type: 'string', default: '8787', means: 'port to listen on; 0 takes a free one' },
  'rate-limit': { type: 'string', default: '60000', means: 'requests of one key in a minute; 0 for no limit' },
  'anonymous-rate-limit': {
    type: 'string',
    default: '600',
    means: 'requests without a good key from one address in a minute; 0 for no limit',
  },
  'trust-proxy': { type: 'boolean', default: '', means: 'take the address of a caller from `X-Forwarded-For`' },
  'keep-logs-days': { type: 'string', default: '', means: 'days for which logs are kept; without it, for good' },
  redact: {
    type: 'string',
    default: '',
    means: 'names, with commas between them, whose values are taken out of logs as well',
  },
  'mcp-hosts': {
    type: 'string',
    default: '',
    means: 'host names, with commas between them, under which `/mcp` is reached, beside loopback',
  },
  'json-logs': { type: 'boolean', default: '', means: 'write a line of JSON for every request and every defect' },
  'metrics-port': { type: 'string', default: '', means: 'port on which `/metrics` is shown; without it, nowhere' },
  'metrics-host': { type: 'string', default: '127.0.0.1', means: 'address on which `/metrics` is shown' },
  'metrics-hosts': {
    type: 'string',
    default: '',
    means:
      'host names, separated by commas, under which `/metrics` may be requested, besides loopback and IP addresses',
  },
  'stop-within': { type: 'string', default: '10', means: 'seconds that stopping waits for requests under way' },
} as const satisfies Record<string, Setting>;

type Name = keyof typeof SERVE_SETTINGS;

/** The variable of the environment that says the same as an option. */
export function variableOf(name: string): string {
  return `CONTEXT_SYNC_${name.toUpperCase().replaceAll('-', '_')}`;
}

export const serve: Command = {
  name: 'serve',
  takes: [],
  createsDatabase: true,
  usage: `${Object.entries(SERVE_SETTINGS)
    .map(([name, { type, default: fallback }]) => `[--${name}${type === 'string' ? ` ${fallback || 'VALUE'}` : ''}]`)
    .join(' ')
    .replaceAll(/(.{60,100}?\]) /g, '$1\n                  ')}`,
  options: SERVE_SETTINGS,
  async run(given) {
    const { terminal, database } = given;
    const text = (name: Name) => settingOf(given, name);
    const number = (name: Name, least: number, most: number) => numberOf(name, text(name), least, most);
    const perMinute = (name: Name) => {
      const requests = number(name, 0, 100_000_000);
      return requests === 0 ? undefined : { requests, window: 60 };
    };
    const flag = (name: Name) => given.flag(name) || isTrue(name, terminal.environment?.[variableOf(name)]);
    const json = flag('json-logs');
    const reports = errorReports(terminal.error, json);
    const failures = authenticationFailures((line) => terminal.out(line), json);
    // Also where there are no metrics: a mistake is named at once.
    const metricsHosts = hostsOf('metrics-hosts', text('metrics-hosts'));
    const server = await startServer({
      database,
      host: text('host'),
      port: number('port', 0, 65_535),
      keepLogsDays: text('keep-logs-days') === '' ? undefined : number('keep-logs-days', 1, 999_999),
      rateLimits: { key: perMinute('rate-limit'), anonymous: perMinute('anonymous-rate-limit') },
      trustProxy: flag('trust-proxy'),
      redactedNames: namesOf(text('redact')),
      mcpHosts: hostsOf('mcp-hosts', text('mcp-hosts')),
      metrics:
        text('metrics-port') === ''
          ? undefined
          : {
              host: text('metrics-host'),
              port: number('metrics-port', 0, 65_535),
              hosts: metricsHosts,
            },
      observer: json ? requestLog((line) => terminal.out(line)) : undefined,
      onAuthenticationFailure: failures.count,
      stopWithin: number('stop-within', 0, 3_600) * 1_000,
      report: reports.report,
    });
    terminal.out(`listening on ${server.url}`);
    if (server.metricsUrl !== undefined) terminal.out(`metrics on ${server.metricsUrl}`);
    await terminal.ended;
    await server.close();
    failures.close();
    reports.close();
  },
};

function settingOf({ terminal, text }: Given, name: Name): string {
  const variable = terminal.environment?.[variableOf(name)];
  if (text(name) === '') throw new UsageError(`--${name} needs a value, not ""`);
  return text(name) ?? (variable === undefined || variable === '' ? SERVE_SETTINGS[name].default : variable);
}

function numberOf(name: Name, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    throw new UsageError(`--${name} (or ${variableOf(name)}) must be a number from ${least} to ${most}, not "${text}"`);
  return value;
}

function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Host names as they stand in a URL, which is what they are compared with. */
function hostsOf(name: Name, texts: string): string[] {
  return namesOf(texts).map((text) => {
    const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
    if (url && url.port === '' && url.hostname !== '' && url.href === `http://${url.hostname}/`) return url.hostname;
    throw new UsageError(
      `--${name} (or ${variableOf(name)}) must be host names such as docs.example.com, not "${text}"`,
    );
  });
}

function isTrue(name: Name, text: string | undefined): boolean {
  if (text === undefined || /^(|0|no|false)$/i.test(text)) return false;
  if (/^(1|yes|true)$/i.test(text)) return true;
  throw new UsageError(`${variableOf(name)} must be true or false, not "${text}"`);
}
