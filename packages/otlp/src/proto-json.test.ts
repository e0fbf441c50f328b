import { describe, expect, it } from 'vitest';
import { readJsonTraces } from './index.ts';

const IDS = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
/** Writes a request with a valid span and a span with the given fields, which are JSON text so that numbers keep their digits. */
const writeRequest = (fields: string) =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[${JSON.stringify(IDS)},{"spanId":"b7ad6b7169203332",${fields}}]}]}]}`;
const readSecond = (fields: string) => readJsonTraces(writeRequest(fields)).spans[1];
const readValue = (value: string) => readSecond(`"attributes":[{"key":"a","value":${value}}]`)?.attributes.get('a');

describe('a time in nanoseconds', () => {
  it.each([
    ['1772359200000000001', 1_772_359_200_000_000_001n],
    ['"1772359200000000001"', 1_772_359_200_000_000_001n],
    ['1.7e18', 1_700_000_000_000_000_000n],
    ['"1.7E+18"', 1_700_000_000_000_000_000n],
    ['1.772359200000000001e18', 1_772_359_200_000_000_001n],
    ['1.0', 1n],
    ['"1.0"', 1n],
    ['0e99999', 0n],
    ['1700e-2', 17n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['null', 0n],
  ])('a time in nanoseconds may be %s', (json, time) => {
    expect(readSecond(`"startTimeUnixNano":${json}`)?.startNs).toBe(time);
    expect(readSecond(`"start_time_unix_nano":${json}`)?.startNs).toBe(time);
  });

  it.each([
    '18446744073709551616',
    '-1',
    '1.5',
    '"1.5"',
    '""',
    '" 1"',
    '"0x10"',
    '"NaN"',
    '1e30',
    '1e-1',
    '1e999999999',
    '[]',
    '{}',
    'true',
  ])('a time in nanoseconds must not be %s', (json) => {
    const { spans, malformed, problem } = readJsonTraces(writeRequest(`"startTimeUnixNano":${json}`));
    expect([spans.length, malformed]).toEqual([1, 1]);
    expect(problem).toMatch(
      /^resourceSpans\.0\.scopeSpans\.0\.spans\.1\.startTimeUnixNano: must be an integer from 0 to 18446744073709551615 \(got /,
    );
  });
});

describe('an attribute', () => {
  it.each([
    ['{"intValue":404}', 404],
    ['{"intValue":"404"}', 404],
    ['{"intValue":404.0}', 404],
    ['{"intValue":9007199254740993}', '9007199254740993'],
    ['{"int_value":"-9223372036854775808"}', '-9223372036854775808'],
    ['{"doubleValue":1.5}', 1.5],
    ['{"doubleValue":"NaN"}', Number.NaN],
    ['{"doubleValue":"-Infinity"}', Number.NEGATIVE_INFINITY],
    ['{"double_value":12345678901234567890}', 12_345_678_901_234_567_000],
    ['{"doubleValue":"2e2"}', 200],
    ['{"boolValue":false}', false],
    ['{"stringValue":""}', ''],
    ['{"stringValue":null,"intValue":5}', 5],
    ['{"bytesValue":"-_8="}', undefined],
    ['{"bytesValue":"+/8"}', undefined],
    ['{"kvlistValue":{"values":[{"key":"k","value":{"kvlistValue":{}}}]}}', undefined],
    ['{"arrayValue":{}}', []],
    [
      '{"arrayValue":{"values":[{"stringValue":"a"},{"intValue":"1"},{"boolValue":true},{},{"array_value":{}}]}}',
      ['a', '1', 'true'],
    ],
    ['{"newValue":{"a":[1]}}', undefined],
    ['{}', undefined],
    ['null', undefined],
  ])('an attribute with the value %s is read', (json, value) => {
    expect(readValue(json)).toEqual(value);
  });

  it.each([
    [
      '{"intValue":9223372036854775808}',
      'value.intValue: must be an integer from -9223372036854775808 to 9223372036854775807',
    ],
    ['{"intValue":true}', 'value.intValue: must be an integer'],
    ['{"doubleValue":"inf"}', 'value.doubleValue: must be a number, "NaN", "Infinity" or "-Infinity" (got "inf")'],
    ['{"boolValue":"true"}', 'value.boolValue: must be true or false (got "true")'],
    ['{"stringValue":5}', 'value.stringValue: must be a string (got 5)'],
    ['{"bytesValue":"%%"}', 'value.bytesValue: must be Base64 (got "%%")'],
    ['{"stringValue":"a","intValue":1}', 'value: must have only one value (got an object)'],
    ['"a"', 'value: must be an object (got "a")'],
    ['{"arrayValue":[]}', 'value.arrayValue: must be an object (got an array)'],
    ['{"arrayValue":{"values":[5]}}', 'value.arrayValue.values.0: must be an object (got 5)'],
  ])('an attribute with the invalid value %s rejects only its span', (json, problem) => {
    const traces = readJsonTraces(writeRequest(`"attributes":[{"key":"a","value":${json}}]`));
    expect(traces.spans.map(({ spanId }) => spanId)).toEqual([IDS.spanId]);
    expect(traces.problem).toContain(`spans.1.attributes.0.${problem}`);
  });
});

describe('a span', () => {
  it.each([['2'], ['"2"'], ['2.0'], ['"SPAN_KIND_SERVER"']])('a span may have the kind %s', (json) => {
    expect(readSecond(`"kind":${json}`)?.kind).toBe(2);
  });

  it.each([['"SERVER"'], ['2.5'], ['2147483648'], ['{}']])('a span must not have the kind %s', (json) => {
    expect(readJsonTraces(writeRequest(`"kind":${json}`)).problem).toContain('SPAN_KIND_SERVER');
  });

  it('a span may have ids in upper case', () => {
    const { traceId, spanId } = IDS;
    const text = JSON.stringify({ trace_id: traceId.toUpperCase(), spanId: null, span_id: spanId.toUpperCase() });
    expect(readJsonTraces(`{"resource_spans":[{"scope_spans":[{"spans":[${text}]}]}]}`).spans).toMatchObject([IDS]);
  });

  it('a span must not have ids in Base64, which the OpenTelemetry protocol excludes', () => {
    const { problem, malformed } = readJsonTraces(writeRequest('"traceId":"CvdlGRbNQ92ESOshHIAxnA=="'));
    expect([malformed, problem]).toEqual([
      1,
      'resourceSpans.0.scopeSpans.0.spans.1.traceId: must be hexadecimal, not Base64 (got "CvdlGRbNQ92ESOshHIAxnA==")',
    ]);
  });

  it.each(['null', '5', '[]', '"x"'])('a span must not be %s', (json) => {
    const text = `{"resourceSpans":[{"scopeSpans":[{"spans":[${JSON.stringify(IDS)},${json}]}]}]}`;
    expect(readJsonTraces(text)).toMatchObject({ spans: [IDS], malformed: 1 });
  });

  it.each([
    [10_000, undefined],
    [
      10_001,
      'the body contains more than 10000 spans that cannot be read, of which the first is: must be an object (got null)',
    ],
  ])(
    'a request with %i malformed spans and a valid span is accepted unless the limit is exceeded',
    (count, message) => {
      const [valid = ''] = /\{"traceId".*?\}/.exec(writeRequest('')) ?? [];
      const spans = [...new Array<string>(count).fill('null'), valid].join(',');
      const read = () => readJsonTraces(`{"resourceSpans":[{"scopeSpans":[{"spans":[${spans}]}]}]}`);
      if (message === undefined) expect(read()).toMatchObject({ malformed: count, spans: [IDS] });
      else expect(read).toThrow(message);
    },
  );

  it('a span is rejected if its resource is malformed, and spans of other resources are accepted', () => {
    const spans = [{ spans: [IDS, IDS] }];
    const text = JSON.stringify({
      resourceSpans: [
        { resource: 5, scopeSpans: spans },
        { resource: null, scopeSpans: spans },
      ],
    });
    expect(readJsonTraces(text)).toMatchObject({
      spans: [IDS, IDS],
      malformed: 2,
      problem: 'resourceSpans.0.resource: must be an object (got 5)',
    });
  });
});

describe('a request', () => {
  it.each([
    '{}',
    '{"resourceSpans":null}',
    '{"resourceSpans":[]}',
    '{"resourceSpans":[{}]}',
    '{"resourceSpans":[{"scopeSpans":[{}]}]}',
    '{"other":1}',
  ])('a request may be %s', (text) => {
    expect(readJsonTraces(text)).toEqual({ spans: [], malformed: 0, problem: undefined });
  });

  it.each([
    ['', 'is not valid JSON'],
    ['[]', 'must be an object (got an array)'],
    ['null', 'must be an object (got null)'],
    ['5', 'must be an object (got 5)'],
    ['{"resourceSpans":{}}', 'must be an array (got an object)'],
    ['{"resourceSpans":[null]}', 'must be an object (got null)'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":[5]}]}]}', 'must be an object (got 5)'],
  ])('a request must not be %s', (text, problem) => {
    expect(() => readJsonTraces(text)).toThrow(problem);
  });

  it('a request must not be nested so deeply that the parser of long numbers cannot read it', () => {
    const text = `{"a":1e5,"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => readJsonTraces(text)).toThrow('is nested too deeply');
  });

  it('a request must not contain more malformed spans than exporters send in one request', () => {
    const write = (count: number) =>
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [IDS, ...Array(count).fill(5)] }] }] });
    expect(readJsonTraces(write(10_000))).toMatchObject({ spans: [IDS], malformed: 10_000 });
    expect(() => readJsonTraces(write(10_001))).toThrow('must be an object (got 5)');
  });
});
