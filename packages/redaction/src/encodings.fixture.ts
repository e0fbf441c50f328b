import { SAMPLE_SECRETS } from './sample-secrets.fixture.ts';

const { jwt = '', csk = '', github = '', basic = '', opaque = '' } = SAMPLE_SECRETS;

/** A way to write or to encode a text, by name. */
export type Ways = Readonly<Record<string, (text: string) => string>>;

/** Texts in which a secret has a name, or a position in a URL. */
export const NAMED: Ways = {
  'a property': (secret) => `{"id":98765432109876543210,"password":"${secret}","price":1.10}`,
  'a property of an object': (secret) => `{"a": {"clientSecret" : "${secret}"}, "b": [1E+2, -0]}`,
  'a pair of name and value': (secret) => `{"fields":[{"name":"password","value":"${secret}"}],"n":1e400}`,
  'a form': (secret) => `name=Rex&password=${secret}&kind=dog`,
  'a query of a URL': (secret) => `https://app.example/cb?access_token=${secret}&page=2`,
  'a query of a path': (secret) => `/cb?token=${secret}`,
  'a fragment': (secret) => `https://app.example/#id_token=${secret}`,
  'a user of a URL': (secret) => `https://${secret}@app.example/x`,
};

/** Secrets for the named texts. They contain no character that the texts would have to escape. */
export const NAMED_SECRETS: Readonly<Record<string, string>> = { opaque, word: 'correct-horse~battery', jwt };

/** Texts that contain a credential without a name. */
export const UNNAMED: Ways = {
  'a sentence': (secret) => `uses ${secret} here`,
  'a value': (secret) => secret,
  'a property': (secret) => `{"note":"${secret}","price":1.10}`,
  'a form': (secret) => `name=Rex&note=${secret}`,
};

/** Credentials that are recognized by their format. */
export const CREDENTIALS: Readonly<Record<string, string>> = { jwt, csk, github, basic: `Basic ${basic}` };

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Encodings of a text as part of another text. */
export const ENCODINGS: Ways = {
  'as it is': (text) => text,
  'percent-encoding': encodeURIComponent,
  'percent-encoding of all signs': (text) =>
    text.replaceAll(/[^A-Za-z\d]/gu, (sign) =>
      Buffer.from(sign).toString('hex').toUpperCase().replaceAll(/../g, '%$&'),
    ),
  'a JSON string': (text) => JSON.stringify(text),
  'JSON in a form': (text) => `payload=${encodeURIComponent(JSON.stringify({ text }))}&page=2`,
  'a form in JSON': (text) => JSON.stringify({ n: 0, form: `a=1&next=${encodeURIComponent(text)}` }),
  'a URL in a URL': (text) => `https://h.example/a?page=2&next=${encodeURIComponent(text)}`,
  Base64: base64,
  'Base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  'URL-safe Base64': (text) => Buffer.from(text).toString('base64url'),
};

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Functions that put a text into a part of a log, by the name of that part. The result is redacted as a whole. */
export const PLACES: Ways = {
  'a property': (text) => JSON.stringify({ id: 1, text }),
  'a list': (text) => JSON.stringify(['a b', text]),
  'a header': (text) => JSON.stringify({ headers: { accept: '*/*', location: text } }),
  'a pair of name and value': (text) => JSON.stringify({ headers: [{ name: 'Referer', value: text }] }),
  'a header line': (text) => `HTTP/1.1 302 Found\r\nLocation: ${text}\r\nAge: 12\r\n\r\n`,
  'a parameter': (text) => `/a?page=2&next=${encodeURIComponent(text)}&size=3`,
  'a fragment': (text) => `https://h.example/a#next=${encodeURIComponent(text)}`,
  'a field of a form': (text) => `a=1&next=${encodeURIComponent(text)}&size=3`,
  'a part of a multipart form': (text) =>
    `--x\r\nContent-Disposition: form-data; name="next"\r\n\r\n${text}\r\n--x--\r\n`,
  'lines of JSON': (text) => `{"a":1.10}\n${JSON.stringify({ text })}\n{"b":1e400}\n`,
  'truncated JSON': (text) => `${JSON.stringify({ id: 1, text }).slice(0, -1)},"items":[{"a":`,
  'an XML element': (text) => `<r><a id="1">${escapeXml(text)}</a><b>x &amp; y</b></r>`,
  'an XML attribute': (text) => `<r a="${escapeXml(text)}" b="&#60;"/>`,
  'HTTP Archive content': (text) =>
    JSON.stringify({ content: { mimeType: 'application/json', encoding: 'base64', text: base64(text) } }),
};
