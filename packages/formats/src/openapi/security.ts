import { property } from '@context-sync/openapi';
import { address, after, code, codes, link } from './inline-markdown.ts';
import { type Description, follow } from './scope.ts';
import type { Sheet } from './section-writer.ts';
import { entriesAt, entriesOf, flagAt, textAt } from './value.ts';

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  clientCredentials: 'client credentials',
  authorizationCode: 'authorization code',
  deviceAuthorization: 'device authorization',
};
const ADDRESSES = [
  ['authorizationUrl', 'authorize at'],
  ['deviceAuthorizationUrl', 'authorize the device at'],
  ['tokenUrl', 'token from'],
  ['refreshUrl', 'refresh at'],
] as const;
const ALTERNATIVES = 20;

/**
 * Returns the authentication of a request on one line: all schemes of one requirement apply, and one requirement is enough. Undefined if the document
 * does not specify the authentication.
 */
export function requirements(description: Description, holder: unknown): string | undefined {
  const list = property(holder, 'security');
  if (!Array.isArray(list)) return undefined;
  if (list.length === 0) return 'none';
  const needed = list.slice(0, ALTERNATIVES).map((requirement) =>
    entriesOf(requirement)
      .map(([name, scopes]) => schemeInShort(description, name, Array.isArray(scopes) ? scopes : []))
      .join(' and '),
  );
  const real = needed.filter((each) => each !== '');
  if (real.length === 0) return 'none';
  return real.join(', or ') + (real.length < needed.length ? ' (optional)' : '');
}

function schemeInShort(description: Description, name: string, scopes: readonly unknown[]): string {
  const scheme = follow(
    description,
    property(property(property(description.root, 'components'), 'securitySchemes'), name),
  ).object;
  const kind = kindOf(scheme);
  const needed = scopes.filter((scope) => typeof scope === 'string');
  const word = ['oauth2', 'openIdConnect'].includes(textAt(scheme, 'type')) ? 'scope' : 'role';
  const details = [
    ...(kind === '' ? [] : [kind]),
    ...(needed.length === 0 ? [] : [`${word}${needed.length === 1 ? '' : 's'} ${codes(needed)}`]),
  ];
  return details.length === 0 ? code(name) : `${code(name)} (${details.join(', ')})`;
}

function kindOf(scheme: unknown): string {
  switch (textAt(scheme, 'type')) {
    case 'apiKey': {
      const place = textAt(scheme, 'in');
      return `API key in the ${place === 'query' ? 'query parameter' : place || 'header'} ${code(textAt(scheme, 'name'))}`;
    }
    case 'http': {
      const way = textAt(scheme, 'scheme').toLowerCase();
      const format = textAt(scheme, 'bearerFormat');
      if (way === 'bearer') return `bearer token${format === '' ? '' : `, ${format}`} in the header \`Authorization\``;
      return way === 'basic' ? 'HTTP basic' : `HTTP ${code(way)}`;
    }
    case 'oauth2':
      return 'OAuth 2.0';
    case 'openIdConnect':
      return 'OpenID Connect';
    case 'mutualTLS':
      return 'mutual TLS';
    default:
      return '';
  }
}

/** Writes the security schemes of the components, with OAuth flows. */
export function writeSchemes(sheet: Sheet, description: Description): void {
  const always = requirements(description, description.root);
  const schemes = entriesAt(property(description.root, 'components'), 'securitySchemes');
  if (always === undefined && schemes.length === 0) return;
  sheet.paragraph(
    `**Authentication**${always === undefined ? '' : ` – unless an operation says otherwise: ${always}`}`,
  );
  // Some descriptions of security schemes are a page of Markdown about how to get a token.
  const guides: [string, string][] = [];
  for (const [name, value] of schemes) {
    if (sheet.full) break;
    const { object: scheme, external } = follow(description, value);
    const kind = external === undefined ? kindOf(scheme) : link(external, external);
    const discovery = textAt(scheme, 'openIdConnectUrl') || textAt(scheme, 'oauth2MetadataUrl');
    const details = [
      kind,
      ...(discovery === '' ? [] : [address(discovery)]),
      ...(flagAt(scheme, 'deprecated') ? ['deprecated'] : []),
    ];
    const text = textAt(scheme, 'description');
    const long = text.includes('\n\n');
    if (long) guides.push([name, text]);
    sheet.line(`- ${code(name)}: ${details.filter(Boolean).join(', ')}${long ? '' : after('. ', text)}`);
    for (const [flow, rules] of entriesAt(scheme, 'flows')) writeFlow(sheet, flow, rules);
  }
  sheet.blank();
  for (const [name, text] of guides) sheet.lead(`**Authentication with ${code(name)}**`, text);
}

function writeFlow(sheet: Sheet, name: string, rules: unknown): void {
  if (sheet.full) return;
  const places = ADDRESSES.flatMap(([key, words]) => {
    const url = textAt(rules, key);
    return url === '' ? [] : [`${words} ${address(url)}`];
  });
  const flow = Object.hasOwn(FLOWS, name) ? FLOWS[name] : code(name);
  sheet.line(`  - ${flow}${places.length === 0 ? '' : `: ${places.join(', ')}`}`);
  for (const [scope, meaning] of entriesAt(rules, 'scopes')) {
    if (sheet.full) return;
    sheet.line(`    - scope ${code(scope)}${after(': ', typeof meaning === 'string' ? meaning : '')}`);
  }
}
