import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { withoutSecrets } from '@context-sync/core';
import { StateError } from '@context-sync/sync';
import { type GitSetting, runGit } from '../git/run-git.ts';
import { type Credentials, isAddressProblem, parseRemote, type RemoteAddress } from '../inputs/remote-address.ts';

/** What a store of git's needs to speak to a remote. */
export interface RemoteAccess {
  /** Address and credentials, for git alone. */
  readonly settings: readonly GitSetting[];
  /** Takes out of a text what must not be shown. */
  redact(text: string): string;
  /** Whether the job's own token is what lets us in. */
  readonly usesJobToken: boolean;
}

export interface AccessInput {
  readonly remote: RemoteAddress;
  /** The checkout: its remotes and its settings for http, ssh and credentials hold as for `git push` there. */
  readonly workspace: string;
  /** The host of the repository that the job runs for, and a token that is for this host alone; empty for none. */
  readonly serverUrl: string;
  readonly token: string;
}

/** The name that the remote has in the store's own repository. */
export const REMOTE = 'state';

/** Settings of the checkout that say how to reach a host, and as whom. */
const ACCESS_SETTING = /^(?:http|credential|url)\.|^core\.sshcommand$|^ssh\./;

/** Finds the remote and the way in. @throws StateError that names state-remote */
export async function resolveRemoteAccess(input: AccessInput): Promise<RemoteAccess> {
  const checkout = await settingsOf(input.workspace);
  const own = checkout.filter(
    ({ scope, name }) => (scope === 'local' || scope === 'worktree') && ACCESS_SETTING.test(name),
  );
  const settings = own.map(({ name, value }): GitSetting => [name, value]);
  const address = input.remote.kind === 'name' ? namedRemote(input.remote.name, checkout) : input.remote;
  switch (address.kind) {
    case 'path':
      return withoutCredentials(await requireFolder(resolve(input.workspace, address.path)), settings);
    case 'ssh':
      return withoutCredentials(address.url, settings);
    case 'http':
      return overHttp(address.url, address.credentials, settings, input);
  }
}

function withoutCredentials(url: string, settings: readonly GitSetting[]): RemoteAccess {
  return { settings: [...settings, [`remote.${REMOTE}.url`, url]], redact: redactUserInfo, usesJobToken: false };
}

/**
 * Credentials go as a header that is bound to this address: not in the URL, which git passes on as an argument of its helpers and repeats in its
 * messages.
 */
function overHttp(
  url: URL,
  written: Credentials | undefined,
  settings: readonly GitSetting[],
  { serverUrl, token }: AccessInput,
): RemoteAccess {
  const usesJobToken = written === undefined && token !== '' && url.origin === originOf(serverUrl);
  const credentials = usesJobToken ? { user: 'x-access-token', password: token } : written;
  const all: GitSetting[] = [...settings, [`remote.${REMOTE}.url`, url.href]];
  const secrets: string[] = [];
  if (credentials) {
    const basic = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
    secrets.push(basic, credentials.password);
    all.push(
      // An empty one takes away what the checkout has left: a host refuses two.
      [`http.${url.href}.extraHeader`, ''],
      [`http.${url.href}.extraHeader`, `Authorization: Basic ${basic}`],
      // It would go along to wherever the redirect leads.
      [`http.${url.href}.followRedirects`, 'false'],
    );
  }
  const redact = (text: string) => withoutSecrets(redactUserInfo(text), secrets);
  return { settings: all, redact, usesJobToken };
}

/** What stands before the `@` of a URL may be a password, or a token in the place of a user. */
function redactUserInfo(text: string): string {
  return text.replaceAll(/(\w:\/\/)[^/@\s'"]*@/g, '$1***@');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

interface CheckoutSetting {
  readonly scope: string;
  /** Section and key in lower case, as git gives them. */
  readonly name: string;
  readonly value: string;
}

/** All settings that hold in the checkout; none where it is no repository. */
async function settingsOf(workspace: string): Promise<CheckoutSetting[]> {
  // A checkout made by another user, as in containers, is refused unless it is named as safe.
  const safe = ['-c', `safe.directory=${workspace}`];
  const { code, output } = await run([...safe, 'config', '--list', '--null', '--includes', '--show-scope'], workspace);
  if (code !== 0) return [];
  const parts = output.split('\0');
  const settings: CheckoutSetting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [name = '', ...value] = (parts[at + 1] ?? '').split('\n');
    settings.push({ scope: parts[at] ?? '', name, value: value.join('\n') });
  }
  return settings;
}

async function run(args: readonly string[], folder: string) {
  try {
    return await runGit(args, { folder });
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new StateError('store', `git cannot be started: ${said}`, 'install git on the runner', cause);
  }
}

/** Where the checkout's remote is written to: the state must be read from there, too. */
function namedRemote(name: string, settings: readonly CheckoutSetting[]): Exclude<RemoteAddress, { kind: 'name' }> {
  const find = (key: string) => settings.find((setting) => setting.name === `remote.${name}.${key}`)?.value;
  const text = find('pushurl') ?? find('url');
  if (text === undefined) {
    throw remoteError(
      `the checkout has no remote "${name}"`,
      'give the name of a remote that `git remote` lists, or a URL; a folder needs ./ before it',
    );
  }
  const parsed = parseRemote(text);
  if (isAddressProblem(parsed)) throw remoteError(`the address of the remote "${name}" ${parsed.problem}`, parsed.fix);
  // Git takes a word without a colon or a slash for a folder here.
  return parsed.kind === 'name' ? { kind: 'path', path: parsed.name } : parsed;
}

async function requireFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  throw remoteError(
    `there is no folder ${path}`,
    'give the path of a git repository on this machine, such as one made by `git init --bare`',
  );
}

function remoteError(problem: string, fix: string): StateError {
  return new StateError('store', `state-remote: ${problem}`, fix);
}
