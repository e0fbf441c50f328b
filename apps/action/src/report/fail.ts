import * as core from '@actions/core';
import { describeFault } from '../user-error.ts';
import { explain } from './explain.ts';
import { faultSummary } from './fault-summary.ts';
import { logLine } from './safe-text.ts';
import { writeSummary } from './write-summary.ts';

/** Tells what broke the run, in log and summary, and fails the job. */
export async function fail(error: unknown): Promise<void> {
  const faults = explain(error);
  if (faults) {
    await writeSummary(faultSummary(faults));
    const lines = faults.map((fault) => logLine(describeFault(fault)));
    core.setFailed(
      lines.length === 1
        ? (lines[0] ?? '')
        : `${lines.length} things keep this run from syncing:\n${lines.map((line) => `- ${line}`).join('\n')}`,
    );
    return;
  }
  core.debug(logLine(error instanceof Error ? (error.stack ?? '') : ''));
  core.setFailed(
    logLine(
      `${error instanceof Error ? error.message : String(error)}. This is a defect of Context Sync: please report it, with the log of a run with debug logging`,
    ),
  );
}
