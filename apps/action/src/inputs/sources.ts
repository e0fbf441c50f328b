import type { Fault } from '../problem/problem.ts';
import type { ConfigFile } from './config-schema.ts';
import { layered, type Read } from './layers.ts';
import { parseInputs } from './parse-inputs.ts';
import type { Settings } from './settings.ts';

/** What could be read of one source's settings; whole where there are no faults. */
export interface Source {
  readonly settings: Partial<Settings>;
  readonly faults: readonly Fault[];
}

/** The settings of every source: those of the file, or one that the inputs give alone. Faults are told once, and say which source they are of. */
export function sourcesOf(input: Read, { sources = [{}], ...file }: ConfigFile): Source[] {
  const several = sources.length > 1;
  const parsed = sources.map((source) => parseInputs(layered(input, source, file)));
  const told = new Set<string>();
  const result = parsed.map(({ settings, faults }, index): Source => {
    const own = faults.filter(({ subject, problem }) => {
      // What is wrong with an input is wrong for every source.
      const same = JSON.stringify([subject, problem]);
      if (input(subject) !== '' && told.has(same)) return false;
      told.add(same);
      return true;
    });
    return { settings, faults: own.map((fault) => named(fault, input, several ? index : undefined)) };
  });
  return several
    ? withoutClashes(
        result,
        ['project', 'state-ref'].filter((name) => input(name) !== ''),
      )
    : result;
}

/** The fault by the name that its subject has where it was written: in the workflow, or in the file. */
function named(fault: Fault, input: Read, index: number | undefined): Fault {
  if (input(fault.subject) !== '') return fault;
  const subject = index === undefined ? fault.subject : `sources[${index}].${fault.subject}`;
  return { ...fault, subject, ...(fault.noun === undefined ? {} : { noun: 'Setting' }) };
}

/**
 * Two sources with one state would take each other's items away.
 * @param inputs those that give all sources the same state
 */
function withoutClashes(sources: readonly Source[], inputs: readonly string[]): Source[] {
  const seen = new Map<string, number>();
  return sources.map((source, index) => {
    const { stateRef, project } = source.settings;
    if (stateRef === undefined) return source;
    const first = seen.get(stateRef);
    if (first === undefined) {
      seen.set(stateRef, index);
      return source;
    }
    const fault: Fault = {
      subject: `sources[${index}].state-ref`,
      problem: `sources[${first}] keeps its state in ${stateRef} as well`,
      fix:
        inputs.length > 0
          ? `take ${inputs.join(' and ')} out of the step in the workflow: an input there goes before what the file says of every source`
          : `give this source a ref of its own, such as state-ref: refs/context-sync/${project ?? 'my-project'}-${index + 1}`,
    };
    return { ...source, faults: [...source.faults, fault] };
  });
}
