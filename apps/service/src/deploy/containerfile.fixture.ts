import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Root of the repository, which is the build context. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Instruction {
  /** Name of the instruction in upper case. */
  readonly name: string;
  /** Text after the name; continuation lines are joined. */
  readonly text: string;
}

/** The instructions from one FROM to the next. */
export interface Stage {
  /** Name of the stage after `AS`. */
  readonly name: string | undefined;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of apps/service/Containerfile. */
export function readStages(): readonly Stage[] {
  return parseStages(readFileSync(new URL('../../Containerfile', import.meta.url), 'utf8'));
}

function parseStages(text: string): readonly Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  const stages: { name: string | undefined; image: string; instructions: Instruction[] }[] = [];
  const defaults = new Map<string, string>();
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [image = '', , stage] = rest.split(/\s+/);
      stages.push({ name: stage, image: substitute(image, defaults), instructions: [] });
    } else if (name === 'ARG' && stages.length === 0) {
      const [key = '', value = ''] = rest.split('=');
      defaults.set(key, value);
    } else if (name !== '') stages.at(-1)?.instructions.push({ name, text: rest });
    else throw new Error(`this line of the Containerfile is not an instruction: ${line}`);
  }
  return stages;
}

function substitute(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (all, name: string) => values.get(name) ?? all);
}

/** Returns the texts of all instructions with this name. */
export function listTexts(stage: Stage | undefined, name: string): string[] {
  return (stage?.instructions ?? []).filter((each) => each.name === name).map(({ text }) => text);
}

/** Returns the words of an instruction in exec form, such as `CMD ["serve"]`. */
export function parseExecForm(text: string | undefined): string[] {
  const words: unknown = JSON.parse(text ?? 'null');
  if (Array.isArray(words) && words.every((each) => typeof each === 'string')) return words;
  throw new Error(`not in exec form: ${text}`);
}

/** Returns the environment variables that a stage sets. */
export function readEnvironment(stage: Stage | undefined): Record<string, string> {
  const assignments = listTexts(stage, 'ENV').flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(assignments.map((each) => [each.split('=')[0], each.slice(each.indexOf('=') + 1)]));
}
