import { once } from 'node:events';
import { isLoopback, removeUrlCredentials } from '@context-sync/core';
import { Command } from 'commander';
import { MIN_KEEP_AUDIT_DAYS } from '../platform/audit/audit.ts';
import type { CliContext } from '../platform/cli/cli-context.ts';
import { UsageError } from '../platform/cli/usage-error.ts';
import type { SmtpOptions } from '../platform/mail/smtp-mailer.ts';
import { createAuthenticationFailureLog } from '../platform/observe/authentication-failures.ts';
import { createErrorReports } from '../platform/observe/error-reports.ts';
import { createRequestLog } from '../platform/observe/request-log.ts';
import type { PlatformPorts } from '../platform/ports.ts';
import { type ServerOptions, startServer } from '../server.ts';
import { readPortalHosts } from './portal-hosts.ts';
import { getVariable, SERVE_SETTINGS, type ServeSettingName, ServeSettingsReader } from './serve-settings.ts';
import { describeService, formatStart } from './serve-state.ts';

/** Matches an email address with or without a display name. */
const MAIL_SENDER = /^(?:[^\s<>@]+@[^\s<>@]+|[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>)$/;

export function serveCommand(cli: CliContext<PlatformPorts>): Command {
  const command = new Command('serve').description('start the service');
  for (const [name, setting] of Object.entries(SERVE_SETTINGS)) {
    const value = 'value' in setting ? ` <${setting.value}>` : '';
    const fallback = setting.default === '' ? '' : `default: ${setting.default}; `;
    // The documentation of the settings is Markdown, but a terminal is not.
    const meaning = setting.means.replaceAll('`', '');
    command.option(`--${name}${value}`, `${meaning} (${fallback}variable: ${getVariable(name)})`);
  }
  return command.action(async () => {
    const options = Object.keys(SERVE_SETTINGS).map((name) => [name, command.getOptionValue(toCamelCase(name))]);
    const settings = new ServeSettingsReader(Object.fromEntries(options), cli.terminal.environment);
    await serve(cli, settings);
  });
}

async function serve(
  { database, logs, terminal }: CliContext<PlatformPorts>,
  settings: ServeSettingsReader,
): Promise<void> {
  const json = settings.getFlag('json-logs');
  const errors = createErrorReports(terminal.error, json);
  const failures = createAuthenticationFailureLog((line) => terminal.out(line), json);
  const server = await startServer({
    database,
    logs,
    ...createServerOptions(settings),
    observer: json ? createRequestLog((line) => terminal.out(line)) : undefined,
    onAuthenticationFailure: failures.count,
    warn: (message) =>
      terminal.error(
        json ? JSON.stringify({ time: new Date().toISOString(), level: 'warn', message }) : `warning: ${message}`,
      ),
    report: errors.report,
  });
  errors.watch(server.databases);
  await terminal.interruption.defer(async (signal) => {
    terminal.out(`listening on ${server.url}`);
    if (server.metricsUrl !== undefined) terminal.out(`metrics on ${server.metricsUrl}`);
    const state = describeService(database, logs);
    const print = (text: string, message: string, details: object) =>
      terminal.out(
        json ? JSON.stringify({ time: new Date().toISOString(), level: 'info', message, ...details }) : text,
      );
    print(formatStart(state), 'started', state);
    if (!signal.aborted) await once(signal, 'abort');
    await server.close();
    failures.close();
    errors.close();
    const { received } = terminal.interruption;
    print(`stopped after ${received}`, 'stopped', { signal: received });
  });
}

function createServerOptions(settings: ServeSettingsReader): Omit<ServerOptions, 'database' | 'logs' | 'report'> {
  const readRateLimit = (name: ServeSettingName) => {
    const requests = settings.getNumber(name, 0, 100_000_000);
    return requests === 0 ? undefined : { requests, window: 60 };
  };
  const readLimit = (name: ServeSettingName) => settings.getNumber(name, 0, 1_000_000) || undefined;
  const trustProxy = settings.getFlag('trust-proxy');
  const bytes = settings.getBytes('max-held-size');
  const addressConnections = readLimit('max-address-connections');
  // The host names are validated even if the metrics server is disabled.
  const metricsHosts = settings.getHosts('metrics-hosts');
  const metricsPort = settings.getOptionalNumber('metrics-port', 0, 65_535);
  return {
    host: settings.getText('host'),
    port: settings.getNumber('port', 0, 65_535),
    keepLogsDays: settings.getOptionalNumber('keep-logs-days', 1, 999_999),
    rateLimits: {
      key: readRateLimit('rate-limit'),
      capture: readRateLimit('capture-rate-limit'),
      anonymous: readRateLimit('anonymous-rate-limit'),
    },
    keepAuditDays: settings.getOptionalNumber('keep-audit-days', MIN_KEEP_AUDIT_DAYS, 999_999),
    quotas: {
      keyDay: settings.getBytes('max-key-bytes-per-day'),
      project: settings.getBytes('max-project-size'),
      database: settings.getBytes('max-database-size'),
    },
    concurrency: {
      key: { requests: readLimit('max-running-requests'), bytes },
      anonymous: { requests: readLimit('max-anonymous-requests'), bytes },
    },
    connectionLimits: {
      total: settings.getNumber('max-connections', 1, 1_000_000),
      // Behind a proxy, all connections have the IP address of the proxy.
      perAddress: trustProxy ? undefined : addressConnections,
    },
    trustProxy,
    redactedNames: settings.list('redact'),
    mcpHosts: settings.getHosts('mcp-hosts'),
    publicUrl: settings.getPublicUrl(),
    portalHosts: readPortalHosts(settings),
    development: settings.getFlag('development'),
    smtp: readSmtpOptions(settings),
    openId: readOpenIdOptions(settings),
    metrics:
      metricsPort === undefined
        ? undefined
        : { host: settings.getText('metrics-host'), port: metricsPort, hosts: metricsHosts },
    stopWithin: settings.getNumber('stop-within', 0, 3_600) * 1_000,
  };
}

/** Returns the identity provider; undefined if none is set. @throws UsageError */
function readOpenIdOptions(settings: ServeSettingsReader): ServerOptions['openId'] {
  const issuer = settings.getText('oidc-issuer');
  if (issuer === '') return undefined;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) {
    throw new UsageError(
      `--oidc-issuer (or ${getVariable('oidc-issuer')}) must be an https URL, such as https://login.example.com (got "${removeUrlCredentials(issuer)}")`,
    );
  }
  const [clientId, clientSecret] = [settings.getText('oidc-client-id'), settings.getText('oidc-client-secret')];
  if (clientId === '' || clientSecret === '') {
    throw new UsageError(
      '--oidc-issuer requires --oidc-client-id and --oidc-client-secret: register the service there',
    );
  }
  return { issuer, clientId, clientSecret, domains: settings.getHosts('oidc-domains') };
}

/** Returns the mail server; undefined if none is set. @throws UsageError */
function readSmtpOptions(settings: ServeSettingsReader): SmtpOptions | undefined {
  const url = settings.getUrl('smtp-url', ['smtp:', 'smtps:']);
  const sender = settings.getText('smtp-from');
  if (url === undefined) return undefined;
  if (MAIL_SENDER.test(sender)) return { url, from: sender };
  throw new UsageError(
    `--smtp-from (or ${getVariable('smtp-from')}) must be the email address of the sender, such as sync@example.com or "Sync <sync@example.com>" (got "${sender}")`,
  );
}

/** Converts the name of an option to camel case, because commander stores option values under such names. */
function toCamelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
