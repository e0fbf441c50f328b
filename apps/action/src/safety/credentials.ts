import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** Something in a text that looks like a credential. Never holds the text itself. */
export interface LikelyCredential {
  /** What it looks like, such as `GitHub token`. */
  readonly looksLike: string;
  /** Line in the text, from 1. */
  readonly line: number;
  /** Whether it can hardly be anything else; an address with a made-up password in a manual looks like a real one. */
  readonly sure: boolean;
}

/** Rules that examples in manuals break as well. */
const UNSURE = new Set([
  '@secretlint/secretlint-rule-basicauth',
  '@secretlint/secretlint-rule-database-connection-string',
]);
const RULES = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];

/**
 * Finds what looks like a credential, by the rules of secretlint's recommended set.
 * @param isShown whether a finding goes on to the platform; what stands in a comment, for example, does not
 */
export async function findCredentials(
  path: string,
  text: string,
  isShown: (found: string) => boolean = () => true,
): Promise<LikelyCredential[]> {
  const source = { filePath: path, content: text, contentType: 'text' as const, ext: '' };
  const { messages } = await lintSource({ source, options: { config: { rules: RULES }, noPhysicFilePath: true } });
  const shown = messages.filter(({ range: [start, end] }) => isShown(text.slice(start, end)));
  return shown.map(({ ruleId, loc }) => ({
    looksLike: nameOf(ruleId),
    line: loc.start.line,
    sure: !UNSURE.has(ruleId),
  }));
}

/** `@secretlint/secretlint-rule-github` → `github credential`; the rule's message would quote what it has found. */
function nameOf(ruleId: string): string {
  return `${ruleId.replace(/^.*secretlint-rule-/, '').replaceAll('-', ' ')} credential`;
}
