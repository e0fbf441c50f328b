import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getElementAt } from '@context-sync/base';
import { replaceSecrets } from '@context-sync/core';
import { StateError } from '@context-sync/sync';
import { type GitSetting, runGit } from '../git/run-git.ts';
import { type Credentials, isAddressProblem, parseRemote, type RemoteAddress } from '../inputs/remote-address.ts';

/** Settings with which git accesses a remote. */
export interface RemoteAccess {
  /** Git settings for the URL and the credentials. */
  readonly settings: readonly GitSetting[];
  /** Removes secrets from a text. */
  redact(text: string): string;
  /** Whether the job's token is used. */
  readonly usesJobToken: boolean;
}

export interface AccessInput {
  readonly remote: RemoteAddress;
  /** The folder of the checkout. Its remotes and its settings for http, ssh and credentials are used, as by `git push`. */
  readonly workspace: string;
  /** The URL of the repository's host, and a token that is sent only to this host. The token is empty if there is none. */
  readonly serverUrl: string;
  readonly token: string;
}

/** The name of the remote in the store's own repository. */
export const REMOTE_NAME = 'state';

/** Matches the names of the checkout's settings for connections and authentication. */
const ACCESS_SETTING = /^(?:http|credential|url)\.|^core\.sshcommand$|^ssh\./;

/**
 * Resolves the remote and its credentials.
 * @throws StateError about the repository in the input `state`
 */
export async function resolveRemoteAccess(input: AccessInput): Promise<RemoteAccess> {
  const checkout = await readSettings(input.workspace);
  const checkoutSettings = checkout.filter(
    ({ scope, name }) => (scope === 'local' || scope === 'worktree') && ACCESS_SETTING.test(name),
  );
  const settings = checkoutSettings.map(({ name, value }): GitSetting => [name, value]);
  const address = input.remote.kind === 'name' ? resolveNamedRemote(input.remote.name, checkout) : input.remote;
  switch (address.kind) {
    case 'path':
      return createAccessWithoutCredentials(await requireFolder(resolve(input.workspace, address.path)), settings);
    case 'ssh':
      return createAccessWithoutCredentials(address.url, settings);
    case 'http':
      return configureHttp(address.url, address.credentials, settings, input);
  }
}

function createAccessWithoutCredentials(url: string, settings: readonly GitSetting[]): RemoteAccess {
  return { settings: [...settings, [`remote.${REMOTE_NAME}.url`, url]], redact: redactUserInfo, usesJobToken: false };
}

/**
 * Returns settings that send the credentials in a header for this URL only. Credentials in the URL would appear in git's messages and in the
 * arguments of its helpers.
 */
function configureHttp(
  url: URL,
  writtenCredentials: Credentials | undefined,
  settings: readonly GitSetting[],
  { serverUrl, token }: AccessInput,
): RemoteAccess {
  const usesJobToken = writtenCredentials === undefined && token !== '' && url.origin === getOrigin(serverUrl);
  const credentials = usesJobToken ? { user: 'x-access-token', password: token } : writtenCredentials;
  const allSettings: GitSetting[] = [...settings, [`remote.${REMOTE_NAME}.url`, url.href]];
  const secrets: string[] = [];
  if (credentials) {
    const basic = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
    secrets.push(basic, credentials.password);
    allSettings.push(
      // The empty value removes the header that the checkout has configured, because hosts reject duplicate headers.
      [`http.${url.href}.extraHeader`, ''],
      [`http.${url.href}.extraHeader`, `Authorization: Basic ${basic}`],
      // Redirects are not followed, because git would send the header to the target of a redirect.
      [`http.${url.href}.followRedirects`, 'false'],
    );
  }
  const redact = (text: string) => replaceSecrets(redactUserInfo(text), secrets);
  return { settings: allSettings, redact, usesJobToken };
}

/** Removes the user part of URLs, which can contain a password or a token. */
function redactUserInfo(text: string): string {
  return text.replaceAll(/(\w:\/\/)[^/@\s'"]*@/g, '$1***@');
}

function getOrigin(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

interface CheckoutSetting {
  readonly scope: string;
  /** The section and the key of the setting in lowercase. */
  readonly name: string;
  readonly value: string;
}

/** Returns all git settings of the checkout; an empty list if the folder is not a repository. */
async function readSettings(workspace: string): Promise<CheckoutSetting[]> {
  // In containers, the checkout often belongs to another user. Git rejects such a repository unless it is configured as safe.
  const safeDirectoryOptions = ['-c', `safe.directory=${workspace}`];
  const { code, output } = await run(
    [...safeDirectoryOptions, 'config', '--list', '--null', '--includes', '--show-scope'],
    workspace,
  );
  if (code !== 0) return [];
  const parts = output.split('\0');
  const settings: CheckoutSetting[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [name = '', ...value] = getElementAt(parts, index + 1).split('\n');
    settings.push({ scope: getElementAt(parts, index), name, value: value.join('\n') });
  }
  return settings;
}

async function run(args: readonly string[], folder: string) {
  try {
    return await runGit(args, { folder });
  } catch (cause) {
    const errorMessage = cause instanceof Error ? cause.message : String(cause);
    throw new StateError('store', `git could not be started: ${errorMessage}`, 'install git on the runner', cause);
  }
}

/** Returns the push URL of the checkout's remote. The state is read from the same URL. */
function resolveNamedRemote(
  name: string,
  settings: readonly CheckoutSetting[],
): Exclude<RemoteAddress, { kind: 'name' }> {
  const find = (key: string) => settings.find((setting) => setting.name === `remote.${name}.${key}`)?.value;
  const text = find('pushurl') ?? find('url');
  if (text === undefined) {
    throw createRemoteError(
      `the checkout has no remote "${name}"`,
      'use a remote that `git remote` lists, a URL, or ./ before the name of a folder',
    );
  }
  const remoteAddress = parseRemote(text);
  if (isAddressProblem(remoteAddress))
    throw createRemoteError(`the URL of the remote "${name}" ${remoteAddress.problem}`, remoteAddress.fix);
  // For the URL of a remote, git treats a word without a colon or a slash as a folder.
  return remoteAddress.kind === 'name' ? { kind: 'path', path: remoteAddress.name } : remoteAddress;
}

async function requireFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return path;
  throw createRemoteError(
    `the folder ${path} does not exist`,
    'use the path of a local git repository, such as one created with `git init --bare`',
  );
}

function createRemoteError(problem: string, fix: string): StateError {
  return new StateError('store', `the repository in the input "state": ${problem}`, fix);
}
