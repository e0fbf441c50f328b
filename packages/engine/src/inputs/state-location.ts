import { z } from 'zod';
import { createParsedSchema, describeReceived, type InputSchema, LINES_SCHEMA } from './input-schemas.ts';
import { isRefName } from './ref-name.ts';
import { formatRemote, isAddressProblem, parseRemote, type RemoteAddress } from './remote-address.ts';

/** Where the state is stored. Without a remote and a folder, it is stored in this repository, through GitHub's API. */
export interface StateLocation {
  /** The full git ref; undefined for the default ref, which depends on the project. */
  readonly ref: string | undefined;
  readonly remote: RemoteAddress | undefined;
  readonly folder: string | undefined;
}

type EntryKind = 'ref' | 'git' | 'folder';

const ENTRY_PATTERN = /^(ref|git|folder):\s*(\S.*)$/;
const FORMAT_FIX = 'write a line such as ref:refs/context-sync/my-project, git:origin or folder:.context-sync';

/** The schema of the input `state`: at most one ref, and at most one repository or folder. */
export const STATE_LOCATION: InputSchema<StateLocation> = createParsedSchema((text, reject) => {
  const values: Partial<Record<EntryKind, string>> = {};
  for (const line of LINES_SCHEMA.parse(text)) {
    const { kind, value } = parseEntry(line) ?? {};
    if (kind === undefined || value === undefined) {
      // The line may contain a password, so only a line that cannot be an address is quoted.
      const received = /[:@]/.test(line) ? '' : ` ${describeReceived(line)}`;
      reject(`must start with ref:, git: or folder:${received}`, FORMAT_FIX);
      return z.NEVER;
    }
    if (values[kind] !== undefined) reject(`must contain only one line with ${kind}:`, 'remove one of the lines');
    values[kind] = value;
  }
  const { ref, git, folder } = values;
  if (git !== undefined && folder !== undefined) {
    reject('must not contain both git: and folder:', 'remove one of the two lines');
  }
  const isRefValid = ref === undefined || isStateRef(ref);
  if (!isRefValid) {
    reject(
      `must name a full ref outside refs/tags and refs/pull ${describeReceived(ref)}`,
      'use a ref such as ref:refs/context-sync/my-project or ref:refs/heads/context-sync-state',
    );
  }
  const remoteAddress = git === undefined ? undefined : parseRemote(git);
  if (remoteAddress && isAddressProblem(remoteAddress)) {
    reject(`git: ${remoteAddress.problem}`, remoteAddress.fix);
    return z.NEVER;
  }
  return { ref, remote: remoteAddress, folder };
});

/** Returns the default ref of a project's state. Percent-encodes characters of the slug that are not allowed in a ref. */
export function getDefaultStateRef(project: string): string {
  const name = encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A').replaceAll('~', '%7E');
  return `refs/context-sync/${name}`;
}

/**
 * Adds the ref of the configuration file to the location of the workflow, unless the workflow contains a ref. The file cannot set another repository or
 * folder, because a pull request could change the file.
 */
export function mergeStateEntries(input: string, setting: string): string {
  const hasRef = LINES_SCHEMA.parse(input).some((line) => parseEntry(line)?.kind === 'ref');
  return hasRef || setting === '' ? input : `${input}\n${setting}`.trim();
}

/** Formats a location in the same way as the input `state`, without credentials. */
export function formatStateLocation({ ref, remote, folder }: Partial<StateLocation>): string {
  const address = remote?.kind === 'name' ? remote.name : remote && formatRemote(remote);
  const entries = [ref && `ref:${ref}`, address && `git:${address}`, folder && `folder:${folder}`];
  return entries.filter((entry) => entry !== undefined && entry !== '').join(', ');
}

/** Returns the address of the repository in the text of the input `state`; undefined if there is none. */
export function findStateRemote(text: string): RemoteAddress | undefined {
  for (const line of LINES_SCHEMA.parse(text)) {
    const entry = parseEntry(line);
    const address = entry?.kind === 'git' ? parseRemote(entry.value) : undefined;
    if (address && !isAddressProblem(address)) return address;
  }
  return undefined;
}

function parseEntry(line: string): { readonly kind: EntryKind; readonly value: string } | undefined {
  const [, kind, value] = ENTRY_PATTERN.exec(line) ?? [];
  return (kind === 'ref' || kind === 'git' || kind === 'folder') && value !== undefined ? { kind, value } : undefined;
}

function isStateRef(ref: string): boolean {
  return /^refs\/[^/]+\//.test(ref) && isRefName(ref) && !/^refs\/(?:tags|pull)\//.test(ref);
}
