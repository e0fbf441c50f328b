import * as core from '@actions/core';
import { logLine } from './safe-text.ts';

/** Best effort: a summary that cannot be written must not fail a sync that was done. Other systems than GitHub have none. */
export async function writeSummary(text: string): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  try {
    await core.summary.addRaw(text).write();
  } catch (error) {
    core.warning(
      logLine(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}
