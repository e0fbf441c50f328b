import type { Problem } from '../problem/problem.ts';
import type { ConfigFile } from './config-schema.ts';
import { layeredReader, type Read } from './layers.ts';
import { parseInputs } from './parse-inputs.ts';
import type { Settings } from './settings.ts';

/** What could be read of one source's settings; whole where there are no problems. */
export interface Source {
  readonly settings: Partial<Settings>;
  readonly problems: readonly Problem[];
}

/** The settings of every source: those of the file, or one that the inputs give alone. Faults are told once, and say which source they are of. */
export function parseSources(input: Read, { sources = [{}], ...file }: ConfigFile): Source[] {
  const several = sources.length > 1;
  const parsed = sources.map((source) => parseInputs(layeredReader(input, source, file)));
  const told = new Set<string>();
  const result = parsed.map(({ settings, problems }, index): Source => {
    const own = problems.filter(({ subject, problem }) => {
      // What is wrong with an input is wrong for every source.
      const same = JSON.stringify([subject, problem]);
      if (input(subject) !== '' && told.has(same)) return false;
      told.add(same);
      return true;
    });
    return { settings, problems: own.map((problem) => named(problem, input, several ? index : undefined)) };
  });
  return several
    ? rejectSharedState(
        result,
        ['project', 'state-ref'].filter((name) => input(name) !== ''),
      )
    : result;
}

/** The problem by the name that its subject has where it was written: in the workflow, or in the file. */
function named(problem: Problem, input: Read, index: number | undefined): Problem {
  if (input(problem.subject) !== '') return problem;
  const subject = index === undefined ? problem.subject : `sources[${index}].${problem.subject}`;
  return { ...problem, subject, ...(problem.noun === undefined ? {} : { noun: 'Setting' }) };
}

/**
 * Two sources with one state would take each other's items away.
 * @param inputs those that give all sources the same state
 */
function rejectSharedState(sources: readonly Source[], inputs: readonly string[]): Source[] {
  const seen = new Map<string, number>();
  return sources.map((source, index) => {
    const { stateRef, project } = source.settings;
    if (stateRef === undefined) return source;
    const first = seen.get(stateRef);
    if (first === undefined) {
      seen.set(stateRef, index);
      return source;
    }
    const problem: Problem = {
      subject: `sources[${index}].state-ref`,
      problem: `sources[${first}] keeps its state in ${stateRef} as well`,
      fix:
        inputs.length > 0
          ? `take ${inputs.join(' and ')} out of the step in the workflow: an input there goes before what the file says of every source`
          : `give this source a ref of its own, such as state-ref: refs/context-sync/${project ?? 'my-project'}-${index + 1}`,
    };
    return { ...source, problems: [...source.problems, problem] };
  });
}
