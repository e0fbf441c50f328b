import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.fixture.ts';
import { sampleLog } from '../testing/sample-log.fixture.ts';
import { createLogWriter } from './log-writer.ts';
import { parseTraceId } from './trace-id.ts';

function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('a log', () => {
  it('a log contains at most 320 characters of a user, and no partial character', () => {
    const write = createLogWriter([], 'test');
    const readUser = (user: string) => (JSON.parse(write(sampleLog({ user }))) as { groupEmail: string }).groupEmail;
    expect(readUser('a'.repeat(400))).toBe('a'.repeat(320));
    expect(readUser(`${'a'.repeat(319)}\u{1F436}`)).toBe(`${'a'.repeat(319)}\uFFFD`);
  });

  it('the memory for writing logs does not grow with the texts of earlier logs', () => {
    const write = createLogWriter([], 'test');
    const writeMany = (count: number) => {
      for (let index = 0; index < count; index += 1) write(sampleLog({ userAgent: `${'agent '.repeat(80)}${index}` }));
    };
    writeMany(1_500);
    const before = measureHeap();
    writeMany(8_000);
    expect(measureHeap() - before).toBeLessThan(2_000_000);
  });

  it.each([
    ['user agents', (text: string) => ({ userAgent: text })],
    ['routes', (text: string) => ({ route: text })],
    ['parts of routes', (text: string) => ({ route: text.slice(0, 100) })],
    ['parts of error codes', (text: string) => ({ errorCode: text.slice(0, 100) })],
    ['headers', (text: string) => ({ requestHeaders: { 'x-request-id': text } })],
  ])('writing logs does not keep long %s in memory', (_name, createParts) => {
    const write = createLogWriter([], 'test');
    write(sampleLog());
    const before = measureHeap();
    for (let index = 0; index < 500; index += 1) {
      write(sampleLog(createParts(Buffer.from(`${index} ${'x '.repeat(8_000)}`).toString())));
    }
    // All texts together take 8 MB.
    expect(measureHeap() - before).toBeLessThan(3_000_000);
  });
});

describe('parseTraceId', () => {
  const ID = '0af7651916cd43dd8448eb211c80319c';
  it.each([
    [`00-${ID}-b7ad6b7169203331-01`, ID],
    [`cc-${ID}-b7ad6b7169203331-00-later-version`, ID],
    [`00-${'0'.repeat(32)}-b7ad6b7169203331-01`, undefined],
    [`00-${ID.slice(1)}-b7ad6b7169203331-01`, undefined],
    [`00-${ID.toUpperCase()}-b7ad6b7169203331-01`, undefined],
    [ID, undefined],
    ['', undefined],
    [undefined, undefined],
    [[`00-${ID}-b7ad6b7169203331-01`], undefined],
  ])('returns the trace id of %j', (traceparent, expected) => {
    expect(parseTraceId(traceparent)).toBe(expected);
  });
});
