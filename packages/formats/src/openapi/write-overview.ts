import { getProperty, listAt } from '@context-sync/openapi';
import { formatAddress, formatCode, link, prefixLines } from './inline-markdown.ts';
import { textAt } from './json-value.ts';
import type { Description } from './schema-scope.ts';
import type { SectionSheet } from './section-writer.ts';
import { externalDocs } from './write-operation.ts';
import { writeSchemes } from './write-security.ts';
import { writeServers } from './write-servers.ts';

/** Writes the information that applies to the whole API, under the title of the API. */
export function writeOverview(sheet: SectionSheet, description: Description): void {
  const { root } = description;
  const info = getProperty(root, 'info');
  const facts = [
    ...(textAt(info, 'version') === '' ? [] : [`Version ${formatCode(textAt(info, 'version'))}`]),
    ...writeNamedLink('Terms of service', '', textAt(info, 'termsOfService')),
    ...writeNamedLink(
      'Contact',
      textAt(getProperty(info, 'contact'), 'name'),
      contactAddress(getProperty(info, 'contact')),
    ),
    ...writeNamedLink(
      'Licence',
      licenceName(getProperty(info, 'license')),
      textAt(getProperty(info, 'license'), 'url'),
    ),
  ];
  if (textAt(info, 'summary') !== '') sheet.paragraph(textAt(info, 'summary').replaceAll('\n', ' '));
  if (facts.length > 0) sheet.paragraph(facts.join(' · '));
  if (textAt(info, 'description') !== '') sheet.description(textAt(info, 'description'));
  if (externalDocs(root) !== '') sheet.paragraph(externalDocs(root));
  writeServers(sheet, root, 'Servers');
  writeSchemes(sheet, description);
  for (const tag of listAt(root, 'tags')) {
    if (sheet.full) return;
    const text = [textAt(tag, 'summary'), textAt(tag, 'description'), externalDocs(tag)].filter(Boolean).join('\n\n');
    if (text !== '') sheet.lead(`**Tag ${formatCode(textAt(tag, 'name'))}**`, text);
  }
}

function contactAddress(contact: unknown): string {
  const email = textAt(contact, 'email');
  return textAt(contact, 'url') || (email === '' ? '' : `mailto:${email}`);
}

function licenceName(licence: unknown): string {
  return textAt(licence, 'name') || textAt(licence, 'identifier');
}

function writeNamedLink(label: string, name: string, url: string): string[] {
  if (name === '' && url === '') return [];
  if (url === '') return [`${label}${prefixLines(': ', name)}`];
  return [`${label}: ${name === '' ? formatAddress(url) : link(name, url)}`];
}
