import { pluralize } from '../wording.ts';
import type { Annotation, AnnotationLevel } from './annotations.ts';
import { annotate, isGitHubActions } from './console.ts';

type Limits = Readonly<Record<AnnotationLevel, number>>;

/** GitHub shows ten annotations of a kind for a step, and drops the rest without a word. One error is kept for how the run came out. */
const GITHUB_LIMITS: Limits = { error: 9, warning: 10, notice: 10 };
/** Other systems have only the log, which then lists more of them. */
const LOG_LIMITS: Limits = { error: 500, warning: 500, notice: 500 };

type Print = (annotation: Annotation) => void;

/**
 * Prints the annotations of one step, at most as many of a kind as are shown: all but one as they come, and when all are in, the last, or in its
 * place how many more there are.
 */
export class Annotator {
  readonly #print: Print;
  readonly #limits: Limits;
  readonly #where: string;
  readonly #seen: Record<AnnotationLevel, number> = { error: 0, warning: 0, notice: 0 };
  readonly #last: Partial<Record<AnnotationLevel, Annotation>> = {};

  constructor(print: Print = annotate, onGitHub: boolean = isGitHubActions()) {
    this.#print = print;
    this.#limits = onGitHub ? GITHUB_LIMITS : LOG_LIMITS;
    this.#where = onGitHub ? '; all are in the job summary' : '';
  }

  add(annotations: readonly Annotation[]): void {
    for (const annotation of annotations) {
      const { level } = annotation;
      this.#seen[level] += 1;
      if (this.#seen[level] < this.#limits[level]) this.#print(annotation);
      else this.#last[level] ??= annotation;
    }
  }

  /** To be called once, when there is nothing more to say. */
  close(): void {
    for (const level of ['error', 'warning', 'notice'] as const) {
      const last = this.#last[level];
      const left = this.#seen[level] - this.#limits[level] + 1;
      if (last && left === 1) this.#print(last);
      else if (last) this.#print({ level, message: `There are ${pluralize(left, `more ${level}`)}${this.#where}` });
    }
  }
}
