import { StateError } from '@context-sync/sync';

/**
 * Matches GitHub's messages for a ref that a ruleset (GH013) or a protected branch (GH006) rejects, in pushes and in the REST API. The API has no
 * separate error code for it, and a lost race also results in status 422.
 */
const REJECTED_BY_RULE = /\bGH0(?:06|13)\b|repository rule violations|cannot update this protected ref/i;

/** Returns whether the text is a message about a violated rule, so that a retry cannot succeed. */
export function isRuleViolation(text: string): boolean {
  return REJECTED_BY_RULE.test(text);
}

/**
 * Returns the error for a state whose ref a rule rejects.
 * @param place location of the state for messages
 * @param ref full ref
 * @param text message of the host
 */
export function createRuleError(place: string, ref: string, text: string, cause: unknown): StateError {
  const rules = extractRules(text);
  return new StateError(
    'rule',
    `a rule of the repository rejects the state in ${place}${rules === '' ? '' : `: ${rules}`}`,
    `${describeExemption(ref)}, or set state to a ref that no rule covers`,
    cause,
  );
}

/** Describes the fix in the settings of the repository, with the pattern to exclude. */
function describeExemption(ref: string): string {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const bypassAdvice = 'or add the app of the token, such as GitHub Actions, to the bypass list';
  if (branch !== undefined) {
    return `in Settings › Rules › Rulesets, exclude the branch pattern "${branch}" from the ruleset, ${bypassAdvice}`;
  }
  const pattern = `${ref.slice(0, ref.lastIndexOf('/'))}/**/*`;
  return `in Settings › Rules › Rulesets, exclude the ref pattern "${pattern}" from the ruleset, ${bypassAdvice}; a push ruleset has no patterns, only a bypass list`;
}

/** Returns the violated rules without the surrounding text. */
function extractRules(text: string): string {
  // Octokit appends the URL of the operation's documentation, which is removed.
  const lines = text.replaceAll(/(?:^|\s)-? ?https:\/\/docs\.github\.com\/\S+/g, '').split('\n');
  const bareLines = lines.map((line) => line.replace(/^\s*(?:remote:\s*)?(?:error:\s*)?(?:-\s+)?/, '').trim());
  const isRule = (line: string) =>
    line !== '' &&
    !/^(?:GH0\d\d: )?Repository rule violations found|^Review all repository rules|^To \S+$|^!|^failed to push/i.test(
      line,
    );
  return bareLines.filter(isRule).join(' ');
}
