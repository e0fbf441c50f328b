import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { findTokens } from './token-shapes.ts';

/** A likely credential in a text, without the credential itself. */
export interface LikelyCredential {
  /** Kind of credential, such as `GitHub token`. */
  readonly looksLike: string;
  /** The start and the end of the credential in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether the text is almost certainly a credential. An uncertain example is a URL with an invented password in a manual. */
  readonly sure: boolean;
}

/** Rules that also match examples in manuals. */
const UNCERTAIN_RULES = new Set([
  '@secretlint/secretlint-rule-basicauth',
  '@secretlint/secretlint-rule-database-connection-string',
]);
const RULES = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];

// Secretlint's profiler keeps several entries per rule and text until the process ends. In a large sync, they would use most of the memory.
secretLintProfiler.setEnabled(false);

/** Finds likely credentials with secretlint's recommended rules and with token formats that these rules do not cover. */
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
 * Returns a name for a rule, such as `github credential` for `@secretlint/secretlint-rule-github`. The message of the rule would contain the
 * credential.
 */
function getName(ruleId: string): string {
  return `${ruleId.replace(/^.*secretlint-rule-/, '').replaceAll('-', ' ')} credential`;
}
