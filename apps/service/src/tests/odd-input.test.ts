import { describe, expect, it } from 'vitest';
import {
  type AreaOperation,
  createResources,
  describeOperation,
  fillPath,
  OPERATIONS,
  type OperationDescription,
} from '../testing/operations.fixture.ts';
import { openService, projectPath, type TestApp } from '../testing/service.fixture.ts';

type Parameter = NonNullable<OperationDescription['parameters']>[number];
interface Failure {
  readonly error?: { readonly code: string; readonly message: string };
}

/** Runs a function for every query parameter of every operation. */
async function eachParameter(
  service: TestApp,
  run: (target: string, parameter: Parameter, operation: AreaOperation) => Promise<void>,
): Promise<number> {
  const ids = await createResources(service);
  let count = 0;
  for (const operation of OPERATIONS) {
    for (const parameter of describeOperation(operation).parameters ?? []) {
      if (parameter.in !== 'query') continue;
      count += 1;
      await run(projectPath(fillPath(operation, ids).replace(/\?.*/, '')), parameter, operation);
    }
  }
  return count;
}

describe('invalid query parameters', () => {
  it('query parameters that are repeated, empty or cannot be decoded are rejected with 400, and the error contains their name', async () => {
    const service = await openService();
    const count = await eachParameter(service, async (target, { name }, { method, path: _path, ...sent }) => {
      for (const query of [
        `${name}=1&${name}=2`,
        `${name}=a&${name}=`,
        `${name}=`,
        `${name}=%ff`,
        `${name}=%`,
        `${name}=a%00b`,
      ]) {
        const response = await service.sendRequest<Failure>(method, `${target}?${query}`, sent);
        expect([response.status, response.body?.error?.code], `${method} ${target}?${query}`).toEqual([
          400,
          'invalid_request',
        ]);
        expect(JSON.stringify(response.body)).toContain(`"query.${name}"`);
      }
    });
    expect(count).toBeGreaterThan(60);
  });

  it('integer query parameters in an unusual notation are rejected with 400', async () => {
    const service = await openService();
    await eachParameter(service, async (target, { name, schema }, { method, path: _path, ...sent }) => {
      if (schema.type !== 'integer') return;
      for (const value of [
        '1e2',
        '0x10',
        ' 5',
        '5 ',
        '+5',
        '5.0',
        '5,0',
        'NaN',
        'Infinity',
        '٥',
        '-1',
        '99999999999999999999',
        '1_0',
      ]) {
        const query = new URLSearchParams({ [name]: value, ...(target.includes('search') ? { q: 'x' } : {}) });
        const response = await service.sendRequest<Failure>(method, `${target}?${query}`, sent);
        expect(response.status, `${target}?${query}`).toBe(400);
        expect(response.body.error?.message).toMatch(
          new RegExp(`^query\\.${name}: must be an integer between \\d+ and \\d+ \\(got "`),
        );
      }
    });
  });

  it('query parameters with long values, lone surrogates or special characters never cause an internal error', async () => {
    const service = await openService();
    await eachParameter(service, async (target, { name }, { method, path: _path, ...sent }) => {
      for (const value of [
        'x'.repeat(9_000),
        '%ED%A0%80',
        '\u{10ffff}',
        "' OR 1=1 --",
        '%25',
        '*[(',
        '\r\n',
        '__proto__',
      ]) {
        const query = `${name}=${value.startsWith('%ED') ? value : encodeURIComponent(value)}`;
        const response = await service.sendRequest<Failure>(method, `${target}?${query}`, sent);
        expect(response.status, `${target}?${query.slice(0, 80)}`).toBeLessThan(500);
        expect(response.body?.error?.message.length ?? 0).toBeLessThan(600);
      }
    });
    expect(service.reported).toEqual([]);
  });
});

describe('unusual bodies', () => {
  it.each(OPERATIONS.filter(({ json }) => json !== undefined))(
    '$method $path never causes an internal error, whatever value a property has',
    async (operation) => {
      const { method, json } = operation;
      const service = await openService();
      const target = projectPath(fillPath(operation, await createResources(service)));
      const values = [
        'null',
        '"\\ud800"',
        '"a\\u0000b"',
        '1e400',
        '-0',
        '99999999999999999999',
        '[]',
        '{}',
        '"__proto__"',
        'true',
        '""',
      ];
      const text = JSON.stringify(json);
      const names = Object.keys(json as object);
      const bodies = [
        ...names.flatMap((name) => values.map((value) => setProperty(text, name, value))),
        `{"__proto__":{"a":1},${text.slice(1)}`,
        `{"constructor":1,${text.slice(1)}`,
        `\ufeff${text}`,
        `${text.slice(0, -1)}`,
        'null',
        '[]',
        '0',
        '"x"',
        '',
        ' ',
        '\u0000',
        '{"a":1}{',
      ];
      for (const body of bodies) {
        const response = await service.sendRequest<Failure>(method, target, {
          text: body,
          headers: { 'content-type': 'application/json' },
        });
        expect(response.status, body.slice(0, 200)).toBeLessThan(500);
        if (response.status >= 400)
          expect(response.body.error?.message).not.toMatch(/Invalid input|\bexpected |Unrecognized|Too (big|small)/);
      }
      expect(service.reported).toEqual([]);
    },
  );
});

/** Replaces the value of a property in the text of a JSON object with another JSON text. */
function setProperty(text: string, name: string, json: string): string {
  const marker = '\u0001';
  return JSON.stringify({ ...(JSON.parse(text) as object), [name]: marker }).replace(JSON.stringify(marker), json);
}
