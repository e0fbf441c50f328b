import { getProperty, listAt, listServers } from '@context-sync/openapi';
import { formatAddress, formatCode, formatLink, prefixLines } from './inline-markdown.ts';
import { getTextAt } from './json-value.ts';
import type { Description } from './schema-scope.ts';
import type { SectionWriter } from './section-writer.ts';
import { formatExternalDocs } from './write-operation.ts';
import { writeSchemes } from './write-security.ts';
import { writeServers } from './write-servers.ts';

/** Writes the information that applies to the whole API, under the title of the API. */
export function writeOverview(writer: SectionWriter, description: Description): void {
  const { root } = description;
  const info = getProperty(root, 'info');
  const facts = [
    ...(getTextAt(info, 'version') === '' ? [] : [`Version ${formatCode(getTextAt(info, 'version'))}`]),
    ...writeNamedLink('Terms of service', '', getTextAt(info, 'termsOfService')),
    ...writeNamedLink(
      'Contact',
      getTextAt(getProperty(info, 'contact'), 'name'),
      getContactAddress(getProperty(info, 'contact')),
    ),
    ...writeNamedLink(
      'Licence',
      getLicenseName(getProperty(info, 'license')),
      getTextAt(getProperty(info, 'license'), 'url'),
    ),
  ];
  if (getTextAt(info, 'summary') !== '') writer.paragraph(getTextAt(info, 'summary').replaceAll('\n', ' '));
  if (facts.length > 0) writer.paragraph(facts.join(' · '));
  if (getTextAt(info, 'description') !== '') writer.description(getTextAt(info, 'description'));
  if (formatExternalDocs(root) !== '') writer.paragraph(formatExternalDocs(root));
  writeServers(writer, listServers(root), 'Servers');
  writeSchemes(writer, description);
  for (const tag of listAt(root, 'tags')) {
    if (writer.full) return;
    const text = [getTextAt(tag, 'summary'), getTextAt(tag, 'description'), formatExternalDocs(tag)]
      .filter(Boolean)
      .join('\n\n');
    if (text !== '') writer.lead(`**Tag ${formatCode(getTextAt(tag, 'name'))}**`, text);
  }
}

function getContactAddress(contact: unknown): string {
  const email = getTextAt(contact, 'email');
  return getTextAt(contact, 'url') || (email === '' ? '' : `mailto:${email}`);
}

function getLicenseName(licence: unknown): string {
  return getTextAt(licence, 'name') || getTextAt(licence, 'identifier');
}

function writeNamedLink(label: string, name: string, url: string): string[] {
  if (name === '' && url === '') return [];
  if (url === '') return [`${label}${prefixLines(': ', name)}`];
  return [`${label}: ${name === '' ? formatAddress(url) : formatLink(name, url)}`];
}
