import type { Annotation, AnnotationLevel } from '@context-sync/engine/report/log/annotations';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { annotate, isGitHubActions } from './workflow-commands.ts';

type Limits = Readonly<Record<AnnotationLevel, number>>;

/** Maximum number of annotations per level on GitHub, which shows only ten per level and step. One error is reserved for the result of the run. */
const GITHUB_LIMITS: Limits = { error: 9, warning: 10, notice: 10 };
/** Maximum number of annotations per level outside of GitHub Actions, where they appear only in the log. */
const LOG_LIMITS: Limits = { error: 500, warning: 500, notice: 500 };

type PrintAnnotation = (annotation: Annotation) => void;

/** Prints the annotations of one step, up to the limit of each level. If there are more, the last annotation states how many are omitted. */
export class Annotator {
  readonly #print: PrintAnnotation;
  readonly #limits: Limits;
  readonly #where: string;
  readonly #seen: Record<AnnotationLevel, number> = { error: 0, warning: 0, notice: 0 };
  readonly #last: Partial<Record<AnnotationLevel, Annotation>> = {};

  constructor(print: PrintAnnotation = annotate, onGitHub: boolean = isGitHubActions()) {
    this.#print = print;
    this.#limits = onGitHub ? GITHUB_LIMITS : LOG_LIMITS;
    this.#where = onGitHub ? '; see the job summary' : '';
  }

  add(annotations: readonly Annotation[]): void {
    for (const annotation of annotations) {
      const { level } = annotation;
      this.#seen[level] += 1;
      if (this.#seen[level] < this.#limits[level]) this.#print(annotation);
      else this.#last[level] ??= annotation;
    }
  }

  /** Prints the last annotation of each level. Must be called exactly once, after all other annotations. */
  close(): void {
    for (const level of ['error', 'warning', 'notice'] as const) {
      const lastAnnotation = this.#last[level];
      const omittedCount = this.#seen[level] - this.#limits[level] + 1;
      if (lastAnnotation && omittedCount === 1) this.#print(lastAnnotation);
      else if (lastAnnotation)
        this.#print({ level, message: `There are ${pluralize(omittedCount, `more ${level}`)}${this.#where}` });
    }
  }
}
