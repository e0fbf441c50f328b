import { getProperty, getSecurity } from '@context-sync/openapi';
import { formatAddress, formatCode, formatCodes, formatLink, prefixLines } from './inline-markdown.ts';
import { getEntries, getEntriesAt, getFlagAt, getTextAt } from './json-value.ts';
import type { Description } from './schema-scope.ts';
import type { SectionWriter } from './section-writer.ts';

const FLOW_NAMES: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  clientCredentials: 'client credentials',
  authorizationCode: 'authorization code',
  deviceAuthorization: 'device authorization',
};
const FLOW_ADDRESSES = [
  ['authorizationUrl', 'authorize at'],
  ['deviceAuthorizationUrl', 'authorize the device at'],
  ['tokenUrl', 'token from'],
  ['refreshUrl', 'refresh at'],
] as const;
const MAX_ALTERNATIVES = 20;

/**
 * Returns the authentication of a request on one line: all schemes of one requirement apply, and one requirement is enough. Undefined if the document
 * does not specify the authentication.
 */
export function describeRequirements(
  description: Description,
  securityList: readonly unknown[] | undefined,
): string | undefined {
  if (securityList === undefined) return undefined;
  if (securityList.length === 0) return 'none';
  const requirementTexts = securityList.slice(0, MAX_ALTERNATIVES).map((requirement) =>
    getEntries(requirement)
      .map(([name, scopes]) => summarizeScheme(description, name, Array.isArray(scopes) ? scopes : []))
      .join(' and '),
  );
  const nonEmptyTexts = requirementTexts.filter((each) => each !== '');
  if (nonEmptyTexts.length === 0) return 'none';
  return nonEmptyTexts.join(', or ') + (nonEmptyTexts.length < requirementTexts.length ? ' (optional)' : '');
}

function summarizeScheme(description: Description, name: string, scopes: readonly unknown[]): string {
  const scheme = description.references.dereference(
    getProperty(getProperty(getProperty(description.root, 'components'), 'securitySchemes'), name),
  ).object;
  const kind = getKind(scheme);
  const scopeNames = scopes.filter((scope) => typeof scope === 'string');
  const word = ['oauth2', 'openIdConnect'].includes(getTextAt(scheme, 'type')) ? 'scope' : 'role';
  const details = [
    ...(kind === '' ? [] : [kind]),
    ...(scopeNames.length === 0 ? [] : [`${word}${scopeNames.length === 1 ? '' : 's'} ${formatCodes(scopeNames)}`]),
  ];
  return details.length === 0 ? formatCode(name) : `${formatCode(name)} (${details.join(', ')})`;
}

function getKind(scheme: unknown): string {
  switch (getTextAt(scheme, 'type')) {
    case 'apiKey': {
      const keyLocation = getTextAt(scheme, 'in');
      return `API key in the ${keyLocation === 'query' ? 'query parameter' : keyLocation || 'header'} ${formatCode(getTextAt(scheme, 'name'))}`;
    }
    case 'http': {
      const schemeName = getTextAt(scheme, 'scheme').toLowerCase();
      const format = getTextAt(scheme, 'bearerFormat');
      if (schemeName === 'bearer')
        return `bearer token${format === '' ? '' : `, ${format}`} in the header \`Authorization\``;
      return schemeName === 'basic' ? 'HTTP basic' : `HTTP ${formatCode(schemeName)}`;
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
export function writeSchemes(writer: SectionWriter, description: Description): void {
  const defaultRequirements = describeRequirements(description, getSecurity(description.root, undefined));
  const schemes = getEntriesAt(getProperty(description.root, 'components'), 'securitySchemes');
  if (defaultRequirements === undefined && schemes.length === 0) return;
  writer.paragraph(
    `**Authentication**${defaultRequirements === undefined ? '' : ` – unless an operation specifies its own: ${defaultRequirements}`}`,
  );
  // Long descriptions follow the list, because some of them are a page of Markdown about how to get a token.
  const guides: [string, string][] = [];
  for (const [name, value] of schemes) {
    if (writer.full) break;
    const { object: scheme, external } = description.references.dereference(value);
    const kind = external === undefined ? getKind(scheme) : formatLink(external, external);
    const discovery = getTextAt(scheme, 'openIdConnectUrl') || getTextAt(scheme, 'oauth2MetadataUrl');
    const details = [
      kind,
      ...(discovery === '' ? [] : [formatAddress(discovery)]),
      ...(getFlagAt(scheme, 'deprecated') ? ['deprecated'] : []),
    ];
    const text = getTextAt(scheme, 'description');
    const isLong = text.includes('\n\n');
    if (isLong) guides.push([name, text]);
    writer.line(`- ${formatCode(name)}: ${details.filter(Boolean).join(', ')}${isLong ? '' : prefixLines('. ', text)}`);
    for (const [flow, rules] of getEntriesAt(scheme, 'flows')) writeFlow(writer, flow, rules);
  }
  writer.blank();
  for (const [name, text] of guides) writer.lead(`**Authentication with ${formatCode(name)}**`, text);
}

function writeFlow(writer: SectionWriter, name: string, rules: unknown): void {
  if (writer.full) return;
  const flowLinks = FLOW_ADDRESSES.flatMap(([key, words]) => {
    const url = getTextAt(rules, key);
    return url === '' ? [] : [`${words} ${formatAddress(url)}`];
  });
  const flow = Object.hasOwn(FLOW_NAMES, name) ? FLOW_NAMES[name] : formatCode(name);
  writer.line(`  - ${flow}${flowLinks.length === 0 ? '' : `: ${flowLinks.join(', ')}`}`);
  for (const [scope, meaning] of getEntriesAt(rules, 'scopes')) {
    if (writer.full) return;
    writer.line(`    - scope ${formatCode(scope)}${prefixLines(': ', typeof meaning === 'string' ? meaning : '')}`);
  }
}
