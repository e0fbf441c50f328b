import { listAt, property } from '@context-sync/openapi';
import { address, after, code, link } from './inline-markdown.ts';
import { externalDocs } from './operation.ts';
import type { Description } from './scope.ts';
import type { Sheet } from './section-writer.ts';
import { writeSchemes } from './security.ts';
import { writeServers } from './servers.ts';
import { textAt } from './value.ts';

/** Writes the information that applies to the whole API, under the title of the API. */
export function writeOverview(sheet: Sheet, description: Description): void {
  const { root } = description;
  const info = property(root, 'info');
  const facts = [
    ...(textAt(info, 'version') === '' ? [] : [`Version ${code(textAt(info, 'version'))}`]),
    ...named('Terms of service', '', textAt(info, 'termsOfService')),
    ...named('Contact', textAt(property(info, 'contact'), 'name'), contactAddress(property(info, 'contact'))),
    ...named('Licence', licenceName(property(info, 'license')), textAt(property(info, 'license'), 'url')),
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
    if (text !== '') sheet.lead(`**Tag ${code(textAt(tag, 'name'))}**`, text);
  }
}

function contactAddress(contact: unknown): string {
  const email = textAt(contact, 'email');
  return textAt(contact, 'url') || (email === '' ? '' : `mailto:${email}`);
}

function licenceName(licence: unknown): string {
  return textAt(licence, 'name') || textAt(licence, 'identifier');
}

function named(label: string, name: string, url: string): string[] {
  if (name === '' && url === '') return [];
  if (url === '') return [`${label}${after(': ', name)}`];
  return [`${label}: ${name === '' ? address(url) : link(name, url)}`];
}
