import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { findTokens } from './token-shapes.ts';

/** A likely credential in a text. Never contains the credential itself. */
export interface LikelyCredential {
  /** Kind of credential, such as `GitHub token`. */
  readonly looksLike: string;
  /** The start and the end of the credential in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether the text is almost certainly a credential. A URL with an invented password in a manual is an example of an uncertain match. */
  readonly sure: boolean;
}

/** The rules that also match examples in manuals. */
const UNCERTAIN_RULES = new Set([
  '@secretlint/secretlint-rule-basicauth',
  '@secretlint/secretlint-rule-database-connection-string',
]);
const RULES = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];

// Secretlint's profiler keeps several entries per rule and text until the process ends, which would use most of the memory of a large sync.
secretLintProfiler.setEnabled(false);

/** Finds likely credentials with secretlint's recommended rules and with the token shapes that secretlint lacks. */
export async function findCredentials(path: string, text: string): Promise<LikelyCredential[]> {
  const source = { filePath: path, content: text, contentType: 'text' as const, ext: '' };
  const { messages } = await lintSource({ source, options: { config: { rules: RULES }, noPhysicFilePath: true } });
  const credentialMatches = messages.map(({ ruleId, range: [start, end] }) => ({
    looksLike: getName(ruleId),
    start,
    end,
    sure: !UNCERTAIN_RULES.has(ruleId),
  }));
  return [...credentialMatches, ...findTokens(text)];
}

/**
 * Converts the ID of a rule to a name: `@secretlint/secretlint-rule-github` to `github credential`. The message of the rule itself would
 * contain the credential.
 */
function getName(ruleId: string): string {
  return `${ruleId.replace(/^.*secretlint-rule-/, '').replaceAll('-', ' ')} credential`;
}
