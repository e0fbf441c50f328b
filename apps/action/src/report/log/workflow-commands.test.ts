import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactSecrets } from '@context-sync/engine/report/redact';
import { formatMarkdownText } from '@context-sync/engine/report/text/markdown-text';
import { formatInlineCode } from '@context-sync/engine/report/text/safe-text';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAYLOADS } from '../../../../../packages/engine/src/report/payloads.fixture.ts';
import { annotate, failRun, logInfo, maskSecrets, printDebug, printGroup, setOutputs } from './workflow-commands.ts';

const KEY = 'csk_"a\\b+c/d%e=f&0123456789)';

let output = '';

beforeEach(() => {
  output = '';
  vi.stubEnv('INPUT_API-KEY', KEY);
  vi.stubEnv('INPUT_STATE', 'git:https://me:hunter2-hunter2@git.example.com/state.git');
  vi.stubEnv('GITHUB_OUTPUT', '');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

function printAll(text: string): void {
  maskSecrets();
  logInfo(text);
  printGroup(text, [text, 'line']);
  annotate({ level: 'error', message: text, file: text, startLine: 3 });
  annotate({ level: 'warning', message: text });
  annotate({ level: 'notice', message: text, file: text });
  printDebug(text);
  failRun(text, `- ${text}`);
  setOutputs({ name: text });
}

describe('output outside GitHub Actions', () => {
  beforeEach(() => {
    vi.stubEnv('GITHUB_ACTIONS', '');
  });

  it('output outside GitHub Actions contains no runner commands', () => {
    printAll('text');
    expect(output).toBe(
      'text\ntext:\n  text\n  line\nError: text:3: text\nWarning: text\nNotice: text: text\nError: text\n- text\n',
    );
    expect(process.exitCode).toBe(1);
  });

  it('output outside GitHub Actions contains debug lines if RUNNER_DEBUG is 1', () => {
    vi.stubEnv('RUNNER_DEBUG', '1');
    printDebug('text');
    expect(output).toBe('Debug: text\n');
  });

  it.each(PAYLOADS.map((text) => [text.slice(0, 60), text]))(
    'output outside GitHub Actions contains no runner command for the text %j',
    (_name, text) => {
      printAll(text);
      expect(output.split(/\r\n|[\r\n]/).filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
    },
  );
});

describe('output on GitHub Actions', () => {
  beforeEach(() => {
    vi.stubEnv('GITHUB_ACTIONS', 'true');
  });

  it('the API key and the password of the remote are masked on GitHub Actions before any other output', () => {
    printAll('text');
    const lines = output.split('\n');
    expect(lines).toContain('::add-mask::hunter2-hunter2');
    expect(lines.findLastIndex((line) => line.startsWith('::add-mask::'))).toBe(lines.indexOf('text') - 1);
    expect(output).not.toContain('set-output');
  });
});

describe.each(['true', ''])('output with GITHUB_ACTIONS=%j', (value) => {
  it.each([
    ['without encoding', KEY],
    ['in a URL', `https://example.com/?${new URLSearchParams({ key: KEY })}`],
    ['in an Authorization header', `Basic ${Buffer.from(`x:${KEY}`).toString('base64')}`],
    ['beyond the maximum length of a message', `${'x'.repeat(1_990)}${KEY}`],
  ])('the API key is removed from untrusted text in the output (%s)', (_name, text) => {
    vi.stubEnv('GITHUB_ACTIONS', value);
    printAll(text);
    const shownLines = output.split('\n').filter((line) => !line.startsWith('::add-mask::'));
    const parts = [
      KEY.slice(0, 8),
      encodeURIComponent(KEY).slice(0, 12),
      Buffer.from(`x:${KEY}`).toString('base64').slice(4, 20),
    ];
    for (const part of parts) expect(shownLines.join('\n')).not.toContain(part);
  });
});

it('redactSecrets removes the API key from Markdown even if the key is escaped there', () => {
  for (const text of [
    formatInlineCode(KEY),
    formatInlineCode(`a ${KEY}: b`),
    formatMarkdownText(`The key (${KEY}) is here`),
    formatMarkdownText(`${KEY}, as said`),
  ]) {
    expect(redactSecrets(text)).toContain('***');
    expect(redactSecrets(text)).not.toContain('0123456789');
  }
});

it('workflow-commands.ts is the only module that prints, except for the Node.js version check', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name),
  );
  const printing = files.filter((name) =>
    /\bcore\.(?:add|debug|end|error|export|group|info|notice|save|set|start|summary|warning)|console\.(?:log|error|warn|info)\(|process\.std(?:out|err)/.test(
      readFileSync(join(root, name), 'utf8'),
    ),
  );
  expect(printing.toSorted()).toEqual(['check-node.ts', join('report', 'log', 'workflow-commands.ts')]);
});
