const NAMES = new Map(
  (
    'note tip info hint warning danger caution important attention error success failure bug example quote abstract summary question faq help ' +
    'todo seealso see-also notice deprecated experimental callout alert aside'
  )
    .split(' ')
    .map((name) => [name, name]),
);

/** Words that name a box but say nothing about what is in it. */
const SILENT = new Set(['callout', 'alert', 'aside']);

/** The bold line that an admonition begins with: its kind and its title; undefined where the name is of no admonition and has no title. */
export function label(name: string, title = ''): string | undefined {
  const kind = NAMES.has(name.toLowerCase()) && !SILENT.has(name.toLowerCase()) ? capitalized(name) : '';
  const text = title.trim();
  if (kind === '' && text === '') return NAMES.has(name.toLowerCase()) ? '' : undefined;
  const whole =
    kind === '' || text.toLowerCase() === kind.toLowerCase() ? text || kind : text === '' ? kind : `${kind}: ${text}`;
  return `**${whole.replaceAll('**', '')}**`;
}

function capitalized(name: string): string {
  return (name[0] ?? '').toUpperCase() + name.slice(1).toLowerCase().replaceAll('-', ' ');
}

/** What an attribute of a tag holds that is text for a reader, such as `title="…"`. */
export function textAttribute(attributes: string): string | undefined {
  const match =
    /\b(?:title|caption|label|text|alt|summary|header|heading|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|\\"([^"]*)\\")/i.exec(
      attributes.slice(0, 2_000),
    );
  return match?.[1] ?? match?.[2] ?? match?.[3];
}
