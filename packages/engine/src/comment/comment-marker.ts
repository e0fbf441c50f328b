import { hashParts } from '@context-sync/sync';

/** The key of a comment on a pull request. Each combination of project and docs folder has a separate comment. */
export interface CommentKey {
  readonly project: string;
  /** The docs folder; empty for the whole repository. */
  readonly docs: string;
}

/** The parsed marker of a comment. */
export interface Marker {
  readonly key: string;
  /** Hash of the plan in the comment. */
  readonly hash: string;
  /** ID of the step that maintains the comment; undefined in comments of earlier versions. */
  readonly step?: string;
}

/** Matches the marker in the first line only, because the text below it, such as the text of an item, is untrusted. */
const MARKER_PATTERN = /^<!-- context-sync:(\S+) hash:([0-9a-f]+)(?: step:([0-9a-f]+))? -->\r?(?:\n|$)/;

/** Formats the marker, the hidden first line of a comment. */
export function formatMarker(key: CommentKey, hash: string): string {
  return `<!-- context-sync:${encodeKey(key)} hash:${hash} -->`;
}

/** Parses the marker of a comment. Returns undefined if the comment has no marker. */
export function readMarker(body: string): Marker | undefined {
  const [, key, hash, step] = MARKER_PATTERN.exec(body) ?? [];
  if (key === undefined || hash === undefined) return undefined;
  return { key, hash, ...(step === undefined ? {} : { step }) };
}

/** Adds the step to the marker of a comment. */
export function addStepToMarker(body: string, step: string): string {
  return body.replace(MARKER_PATTERN, (line) => line.replace(' -->', ` step:${step} -->`));
}

/** The inputs that identify a step of the repository's workflows. They do not change if the input `docs` or the configuration file changes. */
const STEP_INPUTS = ['config', 'project', 'state'];

/**
 * Returns the ID of a workflow step, which is part of the step's comments.
 * @param input reads an input by name
 */
export function getStep(input: (name: string) => string): string {
  return hashParts(STEP_INPUTS.map(input), 16);
}

/** Encodes the key so that it can neither close the HTML comment nor be confused with the other fields. */
export function encodeKey({ project, docs }: CommentKey): string {
  return [project, docs === '' ? '.' : docs].map((part) => encodeURIComponent(part.toWellFormed())).join('/');
}
