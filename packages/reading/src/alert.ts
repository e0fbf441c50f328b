/** GitHub alerts by the names that site generators use for admonitions. */
const ALERT_NAMES: Readonly<Record<string, string>> = {
  NOTE: 'note info notice example quote abstract summary question faq help todo to-do seealso see-also experimental recap canary beta alpha wip deep-dive you-will-learn learn-more availability implementation-detail',
  TIP: 'tip hint success solution check',
  IMPORTANT: 'important prerequisite prerequisites',
  WARNING: 'warning warn attention deprecated caveat gotcha pitfall',
  CAUTION: 'caution danger error failure bug fail',
};
const ALERTS = new Map(
  Object.entries(ALERT_NAMES).flatMap(([alert, names]) => names.split(' ').map((name) => [name, alert] as const)),
);
/** Names that mean the same as the title that readers see above an alert. */
const OBVIOUS_NAMES = new Set(['note', 'info', 'notice', 'tip', 'hint', 'important', 'warning', 'warn', 'caution']);

/** The first lines of a GitHub alert. */
export interface AlertHead {
  /** Mark on the first line, such as `[!NOTE]`. */
  readonly mark: string;
  /** Title below the mark, without markup for bold text; empty if the mark is sufficient. */
  readonly title: string;
}

/**
 * Returns the head of the alert for an admonition; undefined if no admonition has this name.
 * @param label name of the admonition, such as `note` or `See also`
 */
export function createAlertHead(label: string, title = ''): AlertHead | undefined {
  const words = label.trim().replace(/:$/, '');
  const name = words.toLowerCase().replaceAll(/\s+/g, '-');
  const alert = ALERTS.get(name);
  if (alert === undefined) return undefined;
  const isObvious = OBVIOUS_NAMES.has(name);
  const capitalizedWords = words.charAt(0).toUpperCase() + words.slice(1);
  const text = title.trim().replace(/:$/, '').replaceAll('**', '');
  if (text !== '') return { mark: `[!${alert}]`, title: isObvious ? text : `${capitalizedWords}: ${text}` };
  return { mark: `[!${alert}]`, title: isObvious ? '' : capitalizedWords };
}
