import * as core from '@actions/core';
import type { Annotation, AnnotationLevel } from './annotations.ts';
import { count } from './phrases.ts';
import { logLine } from './safe-text.ts';
import { shortened, visibleLine } from './visible.ts';

/** GitHub shows ten annotations of a kind for a step, and drops the rest without a word. One error is kept for how the run came out. */
const LIMITS: Readonly<Record<AnnotationLevel, number>> = { error: 9, warning: 10, notice: 10 };
/** GitHub cuts a message at 4,096 characters; nobody reads half as much. */
const MESSAGE_LIMIT = 2_000;

type Print = (annotation: Annotation) => void;

/**
 * Prints the annotations of one step, at most as many of a kind as are shown: all but one as they come, and when all are in, the last, or in its
 * place how many more there are.
 */
export class Annotator {
  readonly #print: Print;
  readonly #seen: Record<AnnotationLevel, number> = { error: 0, warning: 0, notice: 0 };
  readonly #last: Partial<Record<AnnotationLevel, Annotation>> = {};

  constructor(print: Print = printAnnotation) {
    this.#print = print;
  }

  add(annotations: readonly Annotation[]): void {
    for (const annotation of annotations) {
      const { level } = annotation;
      this.#seen[level] += 1;
      if (this.#seen[level] < LIMITS[level]) this.#print(annotation);
      else this.#last[level] ??= annotation;
    }
  }

  /** To be called once, when there is nothing more to say. */
  close(): void {
    for (const level of ['error', 'warning', 'notice'] as const) {
      const last = this.#last[level];
      const left = this.#seen[level] - LIMITS[level] + 1;
      if (last && left === 1) this.#print(last);
      else if (last)
        this.#print({ level, message: `There are ${count(left, `more ${level}`)}; all are in the job summary` });
    }
  }
}

/** `@actions/core` escapes what would end the command; what cannot be seen, and what would begin another one in the log, is ours to treat. */
function printAnnotation({ level, message, file, startLine, endLine }: Annotation): void {
  const print = { error: core.error, warning: core.warning, notice: core.notice }[level];
  print(logLine(shortened(message, MESSAGE_LIMIT)), {
    ...(file === undefined ? {} : { file: visibleLine(file) }),
    ...(startLine === undefined ? {} : { startLine }),
    ...(endLine === undefined ? {} : { endLine }),
  });
}
