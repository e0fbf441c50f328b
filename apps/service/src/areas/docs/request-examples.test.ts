import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { ReferenceOperation } from '../api-description/describe-reference.ts';
import { createExamples } from './request-examples.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const createOperation = (mediaType: string, example: string): ReferenceOperation => ({
  key: 'add-pet',
  title: 'Add a pet',
  method: 'POST',
  path: '/pets',
  operationId: 'addPet',
  deprecated: false,
  description: '',
  isWebhook: false,
  servers: [],
  security: [],
  parameters: [],
  responses: [],
  body: { mediaType, required: true, description: '', schema: { type: 'object', rows: [], isCut: false }, example },
});

function getPython(mediaType: string, example: string): string {
  const examples = createExamples(createOperation(mediaType, example));
  return examples.find(({ title }) => title === 'Python')?.code ?? '';
}

describe('the Python example of an operation', () => {
  it('shows a JSON body as a dict with one property per line', () => {
    const body = { name: 'true "Rex"', tags: [null, true], age: 1.5, nested: { public: false } };
    expect(getPython('application/json', JSON.stringify(body, null, 2))).toBe(`import requests

response = requests.request(
    "POST",
    "https://api.example.com/pets",
    headers={
        "Content-Type": "application/json",
    },
    json={
        "name": "true \\"Rex\\"",
        "tags": [
            None,
            True
        ],
        "age": 1.5,
        "nested": {
            "public": False
        }
    },
)
print(response.status_code, response.text)`);
  });

  it('shows each line of another text as a string, and a text of one line as one string', () => {
    expect(getPython('application/x-ndjson', '{"a":1}\n{"a":2}\n')).toContain(
      `    data=(\n        "{\\"a\\":1}\\n"\n        "{\\"a\\":2}\\n"\n    ),\n`,
    );
    expect(getPython('text/plain', 'one')).toContain('    data="one",\n');
  });

  it.skipIf(!hasPython)('is a valid Python literal with the values of the JSON text', () => {
    const json =
      '{"path":"a\\/b","face":"\\ud83d\\ude00 \u2028","lines":"a\\nb\\\\","none":null,"list":[true,false,1e3,[]]}';
    const argument = /json=(.*),\n\)/s.exec(getPython('application/json', json))?.[1] ?? '';
    const program = 'import json, sys; print(json.dumps(eval(sys.stdin.read())))';
    const output = execFileSync('python3', ['-c', program], { input: argument, encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(JSON.parse(json));
  });
});
