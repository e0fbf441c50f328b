import { describe, expect, it } from 'vitest';
import { createRedaction } from './redact.ts';

const { text: redact } = createRedaction();

describe('secrets in YAML', () => {
  it.each([
    [
      'a plain scalar',
      'user: ann\npassword: correct horse\nport: 1.10\n',
      'user: ann\npassword: [redacted]\nport: 1.10\n',
    ],
    ['a plain scalar of several lines', 'password: a\n  b\n\n  c\nport: 1\n', 'password: [redacted]\nport: 1\n'],
    ['a double-quoted scalar', 'password: "a\n  b\\" c"\nport: 1\n', 'password: "[redacted]"\nport: 1\n'],
    ['a single-quoted scalar', "password: 'it''s secret'\nport: 1\n", "password: '[redacted]'\nport: 1\n"],
    ['a literal block', 'password: |\n  a\n  b\nport: 1\n', 'password: |\n  [redacted]\nport: 1\n'],
    ['a folded block', 'password: >\n  a\n\n  b\n\nport: 1\n', 'password: >\n  [redacted]\n\nport: 1\n'],
    ['a block with a chomping indicator', 'token: |-\n  a\nport: 1\n', 'token: |-\n  [redacted]\nport: 1\n'],
    [
      'a block with all indicators',
      'token: >2+ # note\n   a\n  b\nport: 1\n',
      'token: >2+ # note\n   [redacted]\nport: 1\n',
    ],
    [
      'a block with the indicators reversed',
      'token: |+2\r\n  a\r\nport: 1\r\n',
      'token: |+2\r\n  [redacted]\r\nport: 1\r\n',
    ],
    ['a nested block', 'db:\n  password: |\n    a\n  port: 1\n', 'db:\n  password: |\n    [redacted]\n  port: 1\n'],
    ['a block in a list', '- password: |\n    a\n  port: 1\n', '- password: |\n    [redacted]\n  port: 1\n'],
    ['a block under a quoted name', '"password": |\n  a\nport: 1\n', '"password": |\n  [redacted]\nport: 1\n'],
    ['a truncated block', 'password: |\n  a\n  b', 'password: |\n  [redacted]'],
    ['a flow mapping', 'db: {user: ann, password: a b, port: 1}\n', 'db: {user: ann, password: [redacted], port: 1}\n'],
    ['a flow mapping in a list', '- {password: a}\n- {port: 1}\n', '- {password: [redacted]}\n- {port: 1}\n'],
    ['a nested flow mapping', 'db: {a: {b: 1}, password: x}\n', 'db: {a: {b: 1}, password: [redacted]}\n'],
    ['an anchor', 'password: &pw a\nport: 1\n', 'password: &pw [redacted]\nport: 1\n'],
    [
      'an anchor before a block',
      'password: &pw !!str |\n  a\nport: 1\n',
      'password: &pw !!str |\n  [redacted]\nport: 1\n',
    ],
    ['a nested mapping', 'credentials:\n  user: ann\n  key: x\nport: 1\n', 'credentials:\n  [redacted]\nport: 1\n'],
    ['a list', 'passwords:\n- a\n- b\nport: 1\n', 'passwords:\n[redacted]\nport: 1\n'],
  ])('a secret in %s is redacted', (_form, text, clean) => {
    expect(redact(text)).toBe(clean);
    expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text: clean }));
  });

  it('YAML without secrets stays unchanged', () => {
    const text =
      'name: |\n  token\nnote: >-\n  a password is required\nitems: {a: 1, key: b}\ntokens: 12\nquery: *pw\n';
    expect(redact(text)).toBe(text);
  });
});

describe('secrets in configuration files', () => {
  it.each([
    [
      '.env',
      'PORT=1\nDB_PASSWORD=correct horse & battery\nexport API_KEY=x y\n',
      'PORT=1\nDB_PASSWORD=[redacted]\nexport API_KEY=[redacted]\n',
    ],
    [
      '.env with quotation marks',
      'DB_PASSWORD="a b # c" # note\nPORT=1\n',
      'DB_PASSWORD="[redacted]" # note\nPORT=1\n',
    ],
    ['.env with several lines', "DB_PASSWORD='a\nb'\nPORT=1\n", "DB_PASSWORD='[redacted]'\nPORT=1\n"],
    ['.env with a comment', '#DB_PASSWORD=old one\nPORT=1\n', '#DB_PASSWORD=[redacted]\nPORT=1\n'],
    ['properties', 'db.password = a b\ndb.port = 1\n', 'db.password = [redacted]\ndb.port = 1\n'],
    ['properties on several lines', 'db.password=a\\\n    b\ndb.port=1\n', 'db.password=[redacted]\ndb.port=1\n'],
    ['properties with a colon', 'db.password: a b\ndb.port: 1\n', 'db.password: [redacted]\ndb.port: 1\n'],
    ['INI', '[db]\r\npassword = a;b\r\nport = 1\r\n', '[db]\r\npassword = [redacted]\r\nport = 1\r\n'],
    ['TOML', '[db]\npassword = "a b"\nport = 1.10\n', '[db]\npassword = "[redacted]"\nport = 1.10\n'],
    ['TOML with several lines', 'password = """\na\nb"""\nport = 1\n', 'password = """[redacted]"""\nport = 1\n'],
    [
      'TOML with a literal of several lines',
      "password = '''\na\nb'''\nport = 1\n",
      "password = '''[redacted]'''\nport = 1\n",
    ],
    [
      'TOML in one line',
      'db = { user = "ann", password = "a b" }\n',
      'db = { user = "ann", password = "[redacted]" }\n',
    ],
    ['a log of pairs', 'password=x user=ann status=200\n', 'password=[redacted] user=ann status=200\n'],
    ['a form that ends with a line break', 'password=x&user=ann\n', 'password=[redacted]&user=ann\n'],
  ])('a secret in %s is redacted', (_format, text, clean) => {
    expect(redact(text)).toBe(clean);
  });
});

describe('the characters of a credential', () => {
  it.each([...'-._~+/=$'])('a credential contains the character %s', (sign) => {
    const end = `${sign}zCsicMWpAA`;
    expect(redact(`uses Bearer 2YotnFZFEjr1${end} here`)).toBe('uses Bearer [redacted] here');
    expect(redact(`uses ghp_${'a1B2'.repeat(9)}${end} here`)).toBe('uses [redacted] here');
    expect(redact(`password=8Q${end}&a=1`)).toBe('password=[redacted]&a=1');
  });
});
