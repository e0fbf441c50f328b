import { StateError } from '@context-sync/sync';

/**
 * How GitHub words the rejection of a ref by a ruleset (GH013) or a protected branch (GH006): the push of a ref and the REST API alike. The API
 * has no code of its own for it; a lost race is a 422, too.
 */
const REJECTED_BY_RULE = /\bGH0(?:06|13)\b|repository rule violations|cannot update this protected ref/i;

/** Whether a host has rejected a ref because of a rule, which stays so however often it is tried. */
export function isRuleViolation(text: string): boolean {
  return REJECTED_BY_RULE.test(text);
}

/**
 * The error of a state that a rule rejects.
 * @param place what a person would call the place of the state
 * @param ref full ref
 * @param text the words of the host
 */
export function ruleError(place: string, ref: string, text: string, cause: unknown): StateError {
  const rules = rulesIn(text);
  return new StateError(
    'rule',
    `a rule of the repository rejects the state in ${place}${rules === '' ? '' : `: ${rules}`}`,
    `${exemption(ref)}, or set state-ref to a ref that no rule covers`,
    cause,
  );
}

/** What to change in the settings of the repository, with the pattern of the refs. */
function exemption(ref: string): string {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const bypass = 'or add the app of the token, such as GitHub Actions, to the bypass list';
  if (branch !== undefined) {
    return `in Settings › Rules › Rulesets, exclude the branch pattern "${branch}" from the ruleset, ${bypass}`;
  }
  const pattern = `${ref.slice(0, ref.lastIndexOf('/'))}/**/*`;
  return `in Settings › Rules › Rulesets, exclude the ref pattern "${pattern}" from the ruleset, ${bypass}; a push ruleset has no patterns, only a bypass list`;
}

/** The rules that the host names, without what stands around them. */
function rulesIn(text: string): string {
  // Octokit ends its messages with the address of the operation.
  const lines = text.replaceAll(/(?:^|\s)-? ?https:\/\/docs\.github\.com\/\S+/g, '').split('\n');
  const bare = lines.map((line) => line.replace(/^\s*(?:remote:\s*)?(?:error:\s*)?(?:-\s+)?/, '').trim());
  const isRule = (line: string) =>
    line !== '' &&
    !/^(?:GH0\d\d: )?Repository rule violations found|^Review all repository rules|^To \S+$|^!|^failed to push/i.test(
      line,
    );
  return bare.filter(isRule).join(' ');
}
