import * as core from '@actions/core';
import { logLine } from './safe-text.ts';

/** Prints a line to the log. */
export function info(text: string): void {
  core.info(logLine(text));
}
