import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { findTokens } from './token-shapes.ts';

/** Something in a text that looks like a credential. Never holds the text itself. */
export interface LikelyCredential {
  /** What it looks like, such as `GitHub token`. */
  readonly looksLike: string;
  /** Where it begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether it can hardly be anything else; an address with a made-up password in a manual looks like a real one. */
  readonly sure: boolean;
}

/** Rules that examples in manuals break as well. */
const UNSURE = new Set([
  '@secretlint/secretlint-rule-basicauth',
  '@secretlint/secretlint-rule-database-connection-string',
]);
const RULES = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];

/** Finds what looks like a credential, by the rules of secretlint's recommended set and by the shapes of tokens that it does not know. */
export async function findCredentials(path: string, text: string): Promise<LikelyCredential[]> {
  const source = { filePath: path, content: text, contentType: 'text' as const, ext: '' };
  const { messages } = await lintSource({ source, options: { config: { rules: RULES }, noPhysicFilePath: true } });
  const byRule = messages.map(({ ruleId, range: [start, end] }) => ({
    looksLike: nameOf(ruleId),
    start,
    end,
    sure: !UNSURE.has(ruleId),
  }));
  return [...byRule, ...findTokens(text)];
}

/** `@secretlint/secretlint-rule-github` → `github credential`; the rule's message would quote what it has found. */
function nameOf(ruleId: string): string {
  return `${ruleId.replace(/^.*secretlint-rule-/, '').replaceAll('-', ' ')} credential`;
}
