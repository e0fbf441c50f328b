import { BaseUrlError, dataSourceInput, parseBaseUrl } from '@context-sync/core';
import picomatch from 'picomatch';
import type { AddProblem, Problem } from '../problem/problem.ts';
import { parseBranch, parseMovedFrom, parseStateRef, parseStateRemote } from './git-inputs.ts';
import { parseInDoubt } from './in-doubt.ts';
import type { Read } from './layers.ts';
import { KEPT_KINDS, type KeptKind, type Settings } from './settings.ts';

/** What could be read of the inputs, and everything that is wrong with them. `Settings` is whole when there are no problems. */
export interface ParsedInputs {
  readonly settings: Partial<Settings>;
  readonly problems: readonly Problem[];
}

const TOKEN_FIX =
  'leave it at its default, ${{ github.token }}; on other systems than GitHub, set state-remote or state-folder';

/** Names of all inputs, as in action.yml. */
export const INPUT_NAMES = [
  'api-key',
  'base-url',
  'project',
  'docs',
  'include',
  'exclude',
  'keep',
  'public',
  'mode',
  'comment',
  'connect',
  'installation-id',
  'category',
  'provider',
  'title-prefix',
  'site-url',
  'config',
  'branch',
  'github-token',
  'state-ref',
  'state-remote',
  'state-folder',
  'on-missing-state',
  'moved-from',
  'allow-mass-change',
  'allow-credentials',
  'on-in-doubt',
  'verify',
  'forget',
  'max-minutes',
  'concurrency',
  'target-size',
] as const;

/** Checks all inputs and reports all problems together. @param read gives an input's trimmed text, empty where it is not set */
export function parseInputs(read: Read): ParsedInputs {
  const problems: Problem[] = [];
  const addProblem: AddProblem = (subject, problem, fix, noun) =>
    problems.push({ subject, problem, fix, ...(noun === undefined ? {} : { noun }) });
  const project = projectOf(read, addProblem);
  const baseUrl = baseUrlOf(read, addProblem);
  const docs = docsOf(read, addProblem);
  const mode = oneOf('mode', ['auto', 'plan', 'apply', 'doctor'] as const, read, addProblem);
  const comment = oneOf('comment', ['changes-only', 'always', 'never'] as const, read, addProblem);
  const onMissingState = oneOf('on-missing-state', ['create', 'adopt', 'fail'] as const, read, addProblem);
  const verify = oneOf('verify', ['auto', 'true', 'false'] as const, read, addProblem);
  const stateRef = project === undefined ? undefined : parseStateRef(read, project, addProblem);
  const installationId = integerOf('installation-id', 1, Number.MAX_SAFE_INTEGER, read, addProblem);
  const settings: Partial<Settings> = {
    apiKey: apiKeyOf(read, addProblem),
    ...(project === undefined ? {} : { project }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(docs === undefined ? {} : { docs }),
    ...(mode === undefined ? {} : { mode }),
    ...(comment === undefined ? {} : { comment }),
    ...(stateRef === undefined ? {} : { stateRef }),
    include: globsOf('include', read, addProblem),
    exclude: globsOf('exclude', read, addProblem),
    keep: keptKinds(read, addProblem),
    public: booleanOf('public', read, addProblem),
    connect: booleanOf('connect', read, addProblem),
    installationId,
    category: filled('category', 'a category of data sources that your platform knows', read, addProblem),
    provider: filled('provider', 'the repository host, such as github', read, addProblem),
    titlePrefix: titlePrefixOf(read, addProblem),
    siteUrl: siteUrlOf(read, addProblem),
    branch: parseBranch(read, addProblem),
    githubToken: githubTokenOf(read, addProblem),
    allowMassChange: booleanOf('allow-mass-change', read, addProblem),
    allowCredentials: booleanOf('allow-credentials', read, addProblem),
    onInDoubt: parseInDoubt(linesOf(read('on-in-doubt')), addProblem),
    ...(onMissingState === undefined ? {} : { onMissingState }),
    movedFrom: parseMovedFrom(read, addProblem),
    ...(verify === undefined ? {} : { verify }),
    forget: linesOf(read('forget')),
    maxMinutes: integerOf('max-minutes', 1, 360, read, addProblem) ?? 30,
    stateFolder: read('state-folder') || undefined,
    stateRemote: parseStateRemote(read, addProblem),
    concurrency: integerOf('concurrency', 1, 50, read, addProblem) ?? 5,
    targetSize: integerOf('target-size', 200, 8_000, read, addProblem) ?? 2_500,
  };
  return { settings, problems };
}

/** A prefix must leave room for what it stands before. */
function titlePrefixOf(read: Read, addProblem: AddProblem): string {
  const prefix = read('title-prefix');
  if (prefix.length > 60 || /\p{Cc}/u.test(prefix)) {
    addProblem('title-prefix', 'is over 60 characters, or holds a line break', 'give a short name on one line');
  }
  return prefix;
}

/** A key goes into a header; what cannot stand there would be quoted in an error message. */
function apiKeyOf(read: Read, addProblem: AddProblem): string {
  const key = read('api-key');
  if (!/^[\x21-\x7e]*$/.test(key)) {
    addProblem(
      'api-key',
      'holds a space, a line break or another character that no key has',
      'put the key alone into the secret',
    );
  }
  return key;
}

function projectOf(read: Read, addProblem: AddProblem): string | undefined {
  const project = read('project');
  if (project === '') addProblem('project', 'is empty', 'give the slug of the project on the platform');
  else if (/[\s/\\?#\p{Cc}]/u.test(project) || project === '.' || project === '..') {
    addProblem(
      'project',
      `"${project}" cannot be a slug`,
      'give the slug alone, as it stands in the address of the project',
    );
  } else return project;
  return undefined;
}

function baseUrlOf(read: Read, addProblem: AddProblem): URL | undefined {
  const text = read('base-url');
  if (text === '') {
    addProblem('base-url', 'is empty', 'give the address of the API, for example https://api.example.com');
    return undefined;
  }
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    addProblem('base-url', error.message, error.hint);
    return undefined;
  }
}

function docsOf(read: Read, addProblem: AddProblem): string | undefined {
  const parts = read('docs')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (read('docs') === '')
    addProblem('docs', 'is empty', 'give a folder such as docs, or "." for the whole repository');
  else if (parts.includes('..') || read('docs').startsWith('/')) {
    addProblem(
      'docs',
      `"${read('docs')}" leaves the repository`,
      'give a path from the root of the repository, without ".."',
    );
  } else return parts.join('/');
  return undefined;
}

function siteUrlOf(read: Read, addProblem: AddProblem): string | undefined {
  const text = read('site-url');
  if (text === '') return undefined;
  if (dataSourceInput.shape.siteUrl.safeParse(text).success) return text;
  addProblem(
    'site-url',
    `"${text.slice(0, 80)}" is not an http or https URL of at most 2048 characters`,
    'give the whole address of the docs site, such as https://docs.example.com, or leave it empty',
  );
  return undefined;
}

/** Kinds, one a line or with commas between them; `all` for every kind. */
function keptKinds(read: Read, addProblem: AddProblem): ReadonlySet<KeptKind> {
  const names = read('keep')
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  if (names.includes('all')) return new Set(KEPT_KINDS);
  const kinds = new Set<KeptKind>();
  for (const name of names) {
    const kind = KEPT_KINDS.find((each) => each === name.toLowerCase());
    if (kind) kinds.add(kind);
    else addProblem('keep', `"${name}" is no kind of document`, `give any of ${KEPT_KINDS.join(', ')}, or all`);
  }
  return kinds;
}

function integerOf(name: string, min: number, max: number, read: Read, addProblem: AddProblem): number | undefined {
  const text = read(name);
  if (text === '') return undefined;
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `between ${min} and ${max}`;
  const fix =
    name === 'installation-id' ? "use the number at the end of the address of the installation's settings page" : '';
  addProblem(name, `must be an integer ${range} (got "${text}")`, fix, 'Input');
  return undefined;
}

function booleanOf(name: string, read: Read, addProblem: AddProblem): boolean {
  const text = read(name);
  if (!/^(?:true|false)$/i.test(text)) addProblem(name, `"${text}" is neither true nor false`, 'give true or false');
  return text.toLowerCase() === 'true';
}

function oneOf<T extends string>(
  name: string,
  allowed: readonly T[],
  read: Read,
  addProblem: AddProblem,
): T | undefined {
  const value = allowed.find((each) => each === read(name));
  if (value === undefined) addProblem(name, `"${read(name)}" is not known`, `give one of ${allowed.join(', ')}`);
  return value;
}

/** Needed where the state is kept on GitHub; with it elsewhere, a token only brings comments and reviews. */
function githubTokenOf(read: Read, addProblem: AddProblem): string {
  const isElsewhere = read('state-remote') !== '' || read('state-folder') !== '';
  return isElsewhere ? read('github-token') : filled('github-token', TOKEN_FIX, read, addProblem);
}

function filled(name: string, what: string, read: Read, addProblem: AddProblem): string {
  const text = read(name);
  if (text === '') addProblem(name, 'is empty', what);
  else if (text.length > 100) addProblem(name, `has ${text.length} characters, and at most 100 are allowed`, what);
  return text;
}

function globsOf(name: string, read: Read, addProblem: AddProblem): string[] {
  const globs = linesOf(read(name));
  for (const glob of globs) {
    try {
      if (glob.length > 1_000) throw new Error('too long');
      picomatch.makeRe(glob, { strictBrackets: true });
    } catch {
      addProblem(name, `"${glob.slice(0, 80)}" is not a glob`, 'close its brackets, for example guides/**/*.md');
    }
  }
  return globs;
}

/** The lines that hold something, trimmed. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
