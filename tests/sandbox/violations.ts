import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ActionResult, listSecretForms } from '@context-sync/testkit';
import { parse } from 'yaml';
import { readMarker } from '../../packages/engine/src/comment/comment-marker.ts';
import { INPUT_NAMES } from '../../packages/engine/src/inputs/setting-table.ts';
import { findViolations } from '../../packages/engine/src/report/gfm.fixture.ts';

/** The workflow commands that the action may use. None of them changes the job. */
const COMMANDS = new Set(['add-mask', 'group', 'endgroup', 'debug', 'notice', 'warning', 'error']);
const PROPERTIES = new Set(['file', 'line', 'endLine', 'col', 'endColumn', 'title']);
const ACTION = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as {
  readonly outputs: Readonly<Record<string, unknown>>;
};
const OUTPUTS = new Set(Object.keys(ACTION.outputs));
/** The maximum number of annotations of one kind that GitHub shows for a step. */
const ANNOTATION_LIMIT = 10;

/**
 * Returns the commands in a log that the runner would execute although the rules forbid them. Parses the log in the same way as the runner:
 * a line ends with CR, LF or both, a command may follow spaces, and a command in the old syntax may be anywhere in a line.
 */
export function logViolations({ stdout, stderr }: ActionResult, secrets: readonly string[]): string[] {
  const faults: string[] = [];
  const masks = new Set(
    secrets.flatMap((secret) => [
      Buffer.from(secret).toString('base64'),
      ...listSecretForms(secret).map(({ text }) => text),
    ]),
  );
  const seenCounts = new Map<string, number>();
  if (stderr !== '') faults.push(`it printed errors: ${stderr.slice(0, 300)}`);
  for (const line of `${stdout}\n${stderr}`.split(/\r\n|[\r\n]/)) {
    if (line.includes('##[')) faults.push(`an old command: ${line}`);
    if (/\p{Bidi_Control}|(?!\t)\p{Cc}/u.test(line)) faults.push(`what cannot be seen: ${JSON.stringify(line)}`);
    if (!line.trimStart().startsWith('::')) continue;
    const [, name = '', given = '', value = ''] = /^::([\w-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
    seenCounts.set(name, (seenCounts.get(name) ?? 0) + 1);
    if (!COMMANDS.has(name)) faults.push(`a command: ${line}`);
    const names = given === '' ? [] : given.split(',').map((each) => each.split('=')[0] ?? '');
    if (names.some((each) => !PROPERTIES.has(each))) faults.push(`a property: ${line}`);
    if (name === 'add-mask' && !masks.has(decode(value))) faults.push(`a mask: ${line}`);
  }
  for (const kind of ['notice', 'warning', 'error']) {
    if ((seenCounts.get(kind) ?? 0) > ANNOTATION_LIMIT)
      faults.push(`${seenCounts.get(kind)} annotations of kind ${kind}`);
  }
  return faults;
}

/** Returns the violations in all texts that a run prints and writes. */
export async function runViolations(result: ActionResult, secrets: readonly string[]): Promise<string[]> {
  const { summary, outputs, jobFiles } = result;
  const faults = [...logViolations(result, secrets), ...findViolations(summary).map((fault) => `summary: ${fault}`)];
  for (const [name, content] of Object.entries(jobFiles))
    if (content !== '') faults.push(`it wrote to ${name}: ${content}`);
  for (const name of Object.keys(outputs)) if (!OUTPUTS.has(name)) faults.push(`the output ${name}`);
  for (const path of (outputs['plan-path'] ?? '').split('\n').filter((each) => each !== '')) {
    const plan = JSON.parse(await readFile(path, 'utf8')) as { schemaVersion?: unknown };
    if (plan.schemaVersion !== 2) faults.push(`the plan file ${path} is none`);
  }
  return faults;
}

/** Returns the violations in a comment: only its first line may be a marker, and the rest must be plain text. */
export function commentViolations(body: string): string[] {
  const markers = body.split('\n').filter((line) => readMarker(line) !== undefined);
  return [
    ...findViolations(body).map((fault) => `comment: ${fault}`),
    ...(readMarker(body) === undefined ? ['the comment has no marker'] : []),
    // Lines in code blocks may look like markers, but only the first line of the comment is a marker.
    ...(readMarker(body)?.key.startsWith('octo-api/') === false ? [`another marker: ${markers[0]}`] : []),
  ];
}

/** The inputs whose values error messages contain. */
export const QUOTED_INPUTS = INPUT_NAMES.filter(
  (name) => !['api-key', 'github-token', 'base-url', 'config', 'state', 'forget'].includes(name),
);

function decode(value: string): string {
  return value.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
