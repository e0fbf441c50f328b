const ADMONITION_NAMES = new Map(
  (
    'note tip info hint warning danger caution important attention error success failure bug example quote abstract summary question faq help ' +
    'todo seealso see-also notice deprecated experimental callout alert aside pitfall gotcha caveat prerequisite prerequisites recap solution wip ' +
    'canary beta alpha deep-dive you-will-learn learn-more'
  )
    .split(' ')
    .map((name) => [name, name]),
);

/** Names of admonitions that do not describe their content. */
const UNDESCRIPTIVE_NAMES = new Set(['callout', 'alert', 'aside']);

/**
 * Returns the bold first line of an admonition: its kind and its title. Returns undefined if the name is not an admonition and there is no title.
 */
export function formatLabel(name: string, title = ''): string | undefined {
  const kind =
    ADMONITION_NAMES.has(name.toLowerCase()) && !UNDESCRIPTIVE_NAMES.has(name.toLowerCase()) ? capitalize(name) : '';
  const text = title.trim();
  if (kind === '' && text === '') return ADMONITION_NAMES.has(name.toLowerCase()) ? '' : undefined;
  const content =
    kind === '' || text.toLowerCase() === kind.toLowerCase() ? text || kind : text === '' ? kind : `${kind}: ${text}`;
  return `**${content.replaceAll('**', '')}**`;
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase().replaceAll('-', ' ');
}

/** Returns the value of an attribute that readers see, such as `title="…"`. */
export function getTextAttribute(attributes: string): string | undefined {
  const match =
    /\b(?:title|caption|label|text|alt|summary|header|heading|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|\\"([^"]*)\\")/i.exec(
      attributes.slice(0, 2_000),
    );
  return match?.[1] ?? match?.[2] ?? match?.[3];
}
