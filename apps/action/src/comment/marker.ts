import { digest } from '@context-sync/sync';

/** What a comment is about: several projects or docs folders can have one each on the same pull request. */
export interface CommentKey {
  readonly project: string;
  /** Empty for the whole repository. */
  readonly docs: string;
}

/** What the marker of a comment says. */
export interface Marker {
  readonly key: string;
  /** Hash of the plan that the comment shows. */
  readonly hash: string;
  /** Which step keeps the comment; undefined in those of earlier versions. */
  readonly step?: string;
}

/** Only the first line counts, which is ours: whatever stands further down, in an item's text for example, is no marker. */
const MARKER = /^<!-- context-sync:(\S+) hash:([0-9a-f]+)(?: step:([0-9a-f]+))? -->\r?(?:\n|$)/;

/** The hidden first line of a comment. */
export function formatMarker(key: CommentKey, hash: string): string {
  return `<!-- context-sync:${encodeKey(key)} hash:${hash} -->`;
}

/** The marker of a comment's text; undefined where it has none. */
export function readMarker(body: string): Marker | undefined {
  const [, key, hash, step] = MARKER.exec(body) ?? [];
  if (key === undefined || hash === undefined) return undefined;
  return { key, hash, ...(step === undefined ? {} : { step }) };
}

/** Returns the comment with the step in its marker. */
export function withStepInMarker(body: string, step: string): string {
  return body.replace(MARKER, (line) => line.replace(' -->', ` step:${step} -->`));
}

/** Inputs that tell the steps of a repository's workflows apart. They stay as they are when `docs` or the configuration file changes. */
const STEP_INPUTS = ['config', 'project', 'state-ref', 'state-folder'];

/** The name of a step in its comments. @param input reads an input by its name */
export function stepOf(input: (name: string) => string): string {
  return digest(STEP_INPUTS.map(input), 16);
}

/** The key in characters that can neither end the HTML comment nor divide its fields: `>` and spaces are written as percent codes. */
export function encodeKey({ project, docs }: CommentKey): string {
  return [project, docs === '' ? '.' : docs].map((part) => encodeURIComponent(part.toWellFormed())).join('/');
}
