import type { FileChanges } from './state-files.ts';

export interface CommitInput {
  /** The parent commit; undefined for a commit without a parent. */
  readonly parent: string | undefined;
  readonly message: string;
  readonly changes: FileChanges;
  /** Time of the commit in milliseconds since 1970. */
  readonly date: number;
}

/** The local ref for new commits in the repository of the store. */
const NEXT_STATE_REF = 'refs/state/next';
/** The author of the commits. Hosts display the name. The domain of the email address does not exist. */
const COMMITTER = 'Context Sync <noreply@context-sync.invalid>';

/** Returns the input of `git fast-import --done` for one commit. The command prints the ID of the commit. */
export function createCommitStream({ parent, message, changes, date }: CommitInput): string {
  const parts = [
    `commit ${NEXT_STATE_REF}\n`,
    'mark :1\n',
    `committer ${COMMITTER} ${Math.floor(date / 1_000)} +0000\n`,
    formatData(message),
    ...(parent === undefined ? [] : [`from ${parent}\n`]),
    ...changes.gone.map((name) => `D ${name}\n`),
  ];
  for (const [name, text] of changes.written) parts.push(`M 100644 inline ${name}\n`, formatData(text));
  return `${parts.join('')}get-mark :1\ndone\n`;
}

function formatData(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
