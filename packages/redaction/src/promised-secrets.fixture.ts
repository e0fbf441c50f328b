import { gzipSync } from 'node:zlib';
import { SAMPLE_SECRETS } from './sample-secrets.fixture.ts';

const SECRET = 'S3cr3t-Value';
const { jwt = '', csk = '', urlbase64 = '', google = '', opaque22 = '', hex32u = '', digits6 = '' } = SAMPLE_SECRETS;

/** A captured value, and the part of the value that may be stored. */
export interface PromisedSecret {
  readonly title: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns values with the secret under the name: in a query, a form, JSON text, truncated JSON text, and an object. */
function createByName(name: string, secret: string = SECRET): PromisedSecret[] {
  const places: [string, (value: string) => unknown][] = [
    ['a query', (value) => ({ url: `/login?a=1&${name}=${value}&b=2` })],
    ['a form', (value) => `a=1&${name}=${value}&b=2`],
    ['a JSON text', (value) => `{"a":1,"${name}":"${value}","b":2}`],
    ['truncated JSON text', (value) => `{"a":1,"${name}":"${value}","b":[2,`],
    ['an object', (value) => ({ a: 1, [name]: value, b: 2 })],
  ];
  return places.map(([position, make]) => ({
    title: `${name} in ${position}`,
    before: make(secret),
    after: make('[redacted]'),
  }));
}

const createByHeader = (name: string, secret: string = SECRET): PromisedSecret[] => [
  {
    title: `the header ${name}`,
    before: { headers: { [name]: secret } },
    after: { headers: { [name]: '[redacted]' } },
  },
  {
    title: `the header ${name} as a line`,
    before: `GET / HTTP/1.1\r\n${name}: ${secret}\r\nAccept: */*`,
    after: `GET / HTTP/1.1\r\n${name}: [redacted]\r\nAccept: */*`,
  },
];

const createInText = (title: string, template: string, secret: string = SECRET): PromisedSecret => ({
  title,
  before: template.replaceAll('{{secret}}', () => secret),
  after: template.replaceAll('{{secret}}', '[redacted]'),
});

const createInUrl = (title: string, template: string, secret: string): PromisedSecret => ({
  title,
  before: { url: template.replace('{{secret}}', () => secret) },
  after: { url: template.replace('{{secret}}', '[redacted]') },
});

const FILLER = '{"id":1,"name":"a"},'.repeat(300);
const ARRAYS = { tokens: [SECRET], secrets: [SECRET, SECRET], apiKeys: [SECRET], 'api-keys': { main: SECRET } };

/** Secrets that are documented to be redacted, in the positions and notations in which they occur. */
export const PROMISED_SECRETS: readonly PromisedSecret[] = [
  ...['password_confirmation', 'newPassword2', 'pwd', 'pass', 'otp'].flatMap((name) => createByName(name)),
  ...createByName('pin', '4711'),
  ...createByName('cvv', '123'),
  ...['user[password]', 'accessToken', 'client-secret', 'X_API_KEY'].flatMap((name) => createByName(name)),
  ...['PRIVATE-TOKEN', 'X-Gitlab-Token', 'X-Vault-Token', 'X-Figma-Token'].flatMap((name) => createByHeader(name)),
  ...['Cf-Access-Jwt-Assertion', 'X-Goog-Iap-Jwt-Assertion', 'X-Whatever'].flatMap((name) => createByHeader(name, jwt)),
  createInUrl('sig of a shared access signature', '/c/b?sv=2021-06-08&se=2026&sig={{secret}}', urlbase64),
  createInUrl('code in an OAuth redirect', '/cb?code={{secret}}&state=xyz', opaque22),
  createInText(
    'code in an OAuth token request',
    'grant_type=authorization_code&code={{secret}}&redirect_uri=https%3A%2F%2Fa',
  ),
  createInText('code in a login', '{"phone":"+49301234567","code":"{{secret}}"}', digits6),
  createInUrl('key of a Google API', '/geocode?address=Berlin&key={{secret}}', google),
  createInUrl('jsessionid at the end of a path', '/app/home.do;jsessionid={{secret}}?page=1', hex32u),
  createInUrl('jsessionid within a path', '/app;jsessionid={{secret}}/home.do', hex32u),
  createInUrl('an encoded name in a query', '/a?to%6ben={{secret}}&b=1', SECRET),
  createInText('an encoded name in a form', 'user%5Bp%61ssword%5D={{secret}}&b=1'),
  createInText('an encoded name in a URL within a text', 'See https://example.com/a?to%6ben={{secret}}&b=1 for it'),
  createInText('JSON truncated at 4 KB', `{"password":"{{secret}}","items":[${FILLER}`.slice(0, 4_096)),
  createInText('JSON truncated within the secret', '{"a":"b","password":"{{secret}}'),
  createInText('truncated JSON within JSON', '{"body":"{\\"password\\":\\"{{secret}}\\",\\"a\\":1}","b":"c'),
  {
    title: 'JSON truncated within a list of secrets',
    before: `{"tokens":["a1","${SECRET}`,
    after: '{"tokens":"[redacted]"',
  },
  {
    title: 'JSON truncated after a secret number',
    before: '{"pin":4711,"a":',
    after: '{"pin":"[redacted]","a":',
  },
  createInText('a pair in truncated JSON', '[{"name":"X-Api-Key","value":"{{secret}}"},{"name":"Acc'),
  createInText('lines of JSON', '{"a":1}\n{"password":"{{secret}}"}\n{"b":2}\n'),
  createInText('lines of JSON with a truncated last line', '{"a":1}\n{"password":"{{secret}}","b'),
  createInText('JSON after a byte order mark', '\uFEFF{"password":"{{secret}}"}'),
  createInText('JSON with a duplicate name', '{"password":"{{secret}}","password":""}'),
  createInText(
    'part of a multipart form',
    '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n{{secret}}\r\n--x--\r\n',
  ),
  createInText(
    'typed part of a multipart form',
    '--x\r\ncontent-disposition: form-data; name="pin"\r\nContent-Type: text/plain\r\n\r\n{{secret}}\r\n--x--',
    '4711',
  ),
  createInText('truncated part', '--x\r\nContent-Disposition: form-data; name="user[password]"\r\n\r\n{{secret}}'),
  createInText('an XML element', '<login><user>ann</user><password>{{secret}}</password></login>'),
  createInText('a truncated XML element', '<login><user>ann</user><password>{{secret}}'),
  createInText('a SOAP element', '<wsse:Password Type="https://example.com/a#PasswordText">{{secret}}</wsse:Password>'),
  createInText('an XML attribute', '<login user="ann" password="{{secret}}"/>'),
  createInText('a hidden HTML field', '<input type="hidden" name="csrf_token" value="{{secret}}">'),
  createInText('a GraphQL string literal', 'mutation { login(user: "ann", password: "{{secret}}") { ok } }'),
  createInText('a GraphQL number literal', 'mutation { login(user: "ann", pin: {{secret}}) { ok } }', '4711'),
  createInText('a key of the service within text', 'curl with {{secret}} failed', csk),
  createInText('a JSON Web Token within text', 'the session {{secret}} ended', jwt),
  {
    title: 'lists of secrets',
    before: ARRAYS,
    after: Object.fromEntries(Object.keys(ARRAYS).map((name) => [name, '[redacted]'])),
  },
  {
    title: 'lists of secrets in JSON text',
    before: JSON.stringify(ARRAYS),
    after: JSON.stringify(Object.fromEntries(Object.keys(ARRAYS).map((name) => [name, '[redacted]']))),
  },
];

const encodeTimes = (times: number, text: string) =>
  Array.from({ length: times }).reduce<string>((encoded) => encodeURIComponent(encoded), text);
const encodeLatin1 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const PADDED = `${' '.repeat(48)}{"password":"hunter2"}`;

/** Secrets that are not redacted, by the start of the line in docs/reference/service.md that documents the limitation. */
export const NOT_PROMISED: Readonly<Record<string, readonly unknown[]>> = {
  'secrets in sentences': [
    'my password is hunter2 and the PIN 4711',
    { 'p\u0430ssword': SECRET },
    { '\uFF50\uFF41\uFF53\uFF53\uFF57\uFF4F\uFF52\uFF44': SECRET },
    { Kennwort: SECRET },
  ],
  'card numbers': [{ card: { number: '4242424242424242' } }, { iban: 'DE89370400440532013000', ssn: '078-05-1120' }],
  'secrets without a name': [
    { args: ['hunter2', 60] },
    { url: `/reset-password/${SECRET}` },
    { query: 'mutation($p: String!) { login(password: $p) }', variables: { p: SECRET } },
  ],
  'secrets under a generic name': [{ appid: SECRET }, { key: SECRET }],
  'secrets whose name is in a different part of the text': [
    `user,password\nann,${SECRET}\n`,
    { columns: ['user', 'password'], rows: [['ann', SECRET]] },
    { fields: [{ label: 'Password', value: SECRET }] },
    { inputs: [{ id: 'password', value: SECRET }] },
  ],
  'compressed or encrypted content': [
    { data: gzipSync('{"password":"hunter2"}').toString('base64') },
    { data: encodeLatin1('{"name":"Zo\u00EB","password":"hunter2"}') },
    { data: Buffer.from(PADDED).toString('base64').replaceAll(/.{76}/g, '$&\r\n') },
  ],
  'values that are encoded more than eight times': [{ url: `/a?next=${encodeTimes(9, '/cb?token=hunter2')}` }],
  'passwords that are command-line arguments': ['login --password hunter2', "curl -u 'ann:hunter2' https://a"],
};
