import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createRedaction, type Redaction } from './redact.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const BODIES = 60;
const PADDING = 'word '.repeat(40_000);
/** All bodies of a test together take 12 MB. */
const MAX_KEPT_BYTES = 4_000_000;

/** Functions that redact a text with the given name in a certain format. Each text contains a name that no other text contains. */
const FORMATS: Readonly<Record<string, (redaction: Redaction, name: string) => unknown>> = {
  JSON: ({ json }, name) => json(JSON.stringify({ [name]: 1, padding: PADDING }), 0),
  'JSON with short names': ({ json }, name) => json(JSON.stringify({ [name.slice(-12)]: 1, padding: PADDING }), 0),
  'JSON with names in pairs': ({ json }, name) => json(JSON.stringify({ name, value: 'x', padding: PADDING }), 0),
  'JSON with names in lists': ({ json }, name) => json(JSON.stringify([`${name}-1`, 'x', PADDING]), 0),
  'a form': ({ text }, name) => text(`${name}=1&padding=${PADDING.replaceAll(' ', '+')}`),
  'lines of headers': ({ text }, name) => text(`${name}: 1\n${PADDING}`),
  XML: ({ text }, name) => text(`<a><${name}>1</${name}>${PADDING}</a>`),
  YAML: ({ text }, name) => text(`a:\n  ${name}: |\n    x\n${PADDING}`),
  settings: ({ text }, name) => text(`${name} = 1\n${PADDING}`),
  'a URL': ({ url }, name) => url(`https://api.example.com/?${name}=1&padding=${PADDING.replaceAll(' ', '+')}`),
};

it.each(Object.entries(FORMATS))(
  'cached names of %s do not keep the texts that contained them in memory',
  (_format, redact) => {
    const redaction = createRedaction();
    redact(redaction, 'user_of_another_name');
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    // Converting the text from a buffer creates a flat string, like the body of a request.
    for (let index = 0; index < BODIES; index += 1) {
      const flatten = (text: string) => Buffer.from(text).toString();
      const { json, text, url } = redaction;
      const flat: Redaction = {
        json: (each, nesting) => json(flatten(each), nesting),
        text: (each) => text(flatten(each)),
        url: (each) => url(flatten(each)),
      };
      redact(flat, `customer_key_of_${index}_${'x'.repeat(index % 20)}`);
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_KEPT_BYTES);
    // The caches exist as long as the redaction.
    expect(redaction.text('password=hunter2hunter2')).toBe('password=[redacted]');
  },
  60_000,
);
