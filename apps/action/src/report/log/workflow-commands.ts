import { writeFileSync } from 'node:fs';
import * as core from '@actions/core';
import { truncate } from '@context-sync/base';
import type { Annotation } from '@context-sync/engine/report/log/annotations';
import { listSecretsToRedact, redactSecrets } from '@context-sync/engine/report/redact';
import { toLogLine } from '@context-sync/engine/report/text/safe-text';
import { toVisibleLine } from '@context-sync/engine/report/text/visible-text';

// All output of a run is printed by this file. `@actions/core` always prints workflow commands such as `::error::` and `::add-mask::`, which other CI
// systems would show in the log, including the key. Text may be untrusted, so each function removes the run's secrets and escapes commands.

/** The maximum length of a message. GitHub truncates messages after 4,096 characters. */
const MAX_MESSAGE_CHARACTERS = 2_000;
const LABELS = { error: 'Error', warning: 'Warning', notice: 'Notice' } as const;

/** Returns whether the run is on a GitHub Actions runner. Runners of Gitea and Forgejo set the same variable. */
export function isGitHubActions(): boolean {
  return process.env.GITHUB_ACTIONS === 'true';
}

/** Makes the runner mask the secrets in every form that they take in URLs and headers. Must be called before anything is printed. */
export function maskSecrets(): void {
  if (!isGitHubActions()) return;
  for (const form of listSecretsToRedact()) core.setSecret(form);
}

/** Prints one line. */
export function logInfo(text: string): void {
  core.info(escapeCommand(text));
}

/** Prints lines below a title. On GitHub, the lines are collapsed. */
export function printGroup(title: string, lines: readonly string[]): void {
  if (isGitHubActions()) {
    core.startGroup(escapeCommand(title));
    lines.forEach(logInfo);
    core.endGroup();
  } else {
    logInfo(`${title}:`);
    for (const line of lines) core.info(`  ${escapeCommand(line)}`);
  }
}

/** Prints an error, a warning or a notice with its location. */
export function annotate({ level, message, file, startLine, endLine }: Annotation): void {
  const text = escapeCommand(truncate(redactSecrets(message), MAX_MESSAGE_CHARACTERS));
  if (isGitHubActions()) {
    const print = { error: core.error, warning: core.warning, notice: core.notice }[level];
    print(text, {
      ...(file === undefined ? {} : { file: toVisibleLine(redactSecrets(file)) }),
      ...(startLine === undefined ? {} : { startLine }),
      ...(endLine === undefined ? {} : { endLine }),
    });
    return;
  }
  const location = [file === undefined ? '' : escapeCommand(file), startLine ?? '']
    .filter((part) => part !== '')
    .join(':');
  core.info(`${LABELS[level]}: ${location === '' ? '' : `${location}: `}${text}`);
}

/** Prints debug output. GitHub shows it if debug logging is enabled. Other systems show it if `RUNNER_DEBUG` is 1. */
export function printDebug(text: string): void {
  if (isGitHubActions()) core.debug(escapeCommand(text));
  else if (core.isDebug()) core.info(`Debug: ${escapeCommand(text)}`);
}

/** Prints an error of one or more lines, and fails the run. */
export function failRun(...lines: readonly string[]): void {
  const text = lines.map(escapeCommand).join('\n');
  if (isGitHubActions()) {
    core.setFailed(text);
    return;
  }
  process.exitCode = core.ExitCode.Failure;
  core.info(`${LABELS.error}: ${text}`);
}

/** Writes the outputs to the file in `GITHUB_OUTPUT`, if this variable is set. */
export function setOutputs(outputs: Readonly<Record<string, string>>): void {
  try {
    if (!createFile(process.env.GITHUB_OUTPUT)) return;
    for (const [name, value] of Object.entries(outputs)) core.setOutput(name, redactSecrets(value));
  } catch (error) {
    warnNotWritten('The outputs', error);
  }
}

/** Appends the summary to the file in `GITHUB_STEP_SUMMARY`, if this variable is set. */
export async function writeSummary(text: string): Promise<void> {
  try {
    if (!createFile(process.env.GITHUB_STEP_SUMMARY)) return;
    await core.summary.addRaw(redactSecrets(text)).write();
  } catch (error) {
    warnNotWritten('The job summary', error);
  }
}

/** Prints a warning about a file that could not be written. The sync has succeeded, so the run does not fail. */
function warnNotWritten(what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  annotate({ level: 'warning', message: `${what} could not be written: ${reason}` });
}

/**
 * Creates the file at the path if it is missing, because `@actions/core` expects an existing file.
 * @returns false if the path is undefined
 */
function createFile(path: string | undefined): path is string {
  if (!path) return false;
  if (!isGitHubActions()) writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  return true;
}

function escapeCommand(text: string): string {
  return toLogLine(redactSecrets(text));
}
