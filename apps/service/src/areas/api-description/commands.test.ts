import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from '../../cli.fixture.ts';
import { getRows } from '../../platform/database/behavior/database.fixture.ts';

describe('the api-description command', () => {
  it('the api-description command stores the OpenAPI document in a file, prints it unchanged, and deletes it', async () => {
    const { folder, must, run, file: database } = await createProject();
    const yaml = join(folder, 'api.yaml');
    writeFileSync(yaml, 'openapi: 3.1.0 # kept\ninfo: { title: Pets, version: "2" }\npaths: { /pets: { get: {} } }\n');
    expect(await must('api-description', 'set', 'octo-api', yaml)).toEqual(['Pets 2, OpenAPI 3.1.0, operations: 1']);
    expect(await must('api-description', 'show', 'octo-api')).toEqual(readFileSync(yaml, 'utf8').trimEnd().split('\n'));
    const json = join(folder, 'api');
    writeFileSync(json, '{"openapi":"3.0.3","info":{"title":"Pets","version":"3"},"paths":{}}');
    expect(await must('api-description', 'set', 'octo-api', json)).toEqual(['Pets 3, OpenAPI 3.0.3, operations: 0']);
    expect(getRows(database, 'SELECT format FROM api_descriptions')).toEqual([{ format: 'json' }]);
    expect(await must('api-description', 'remove', 'octo-api')).toEqual([
      'Removed the OpenAPI document of project octo-api',
    ]);
    for (const action of ['show', 'remove']) {
      const { code, errors } = await run(['api-description', action, 'octo-api', '--database', database]);
      expect([code, errors]).toEqual([1, [expect.stringContaining('has no OpenAPI document')]]);
    }
  });

  it.each<[string, string[], number, string]>([
    ['a file that does not exist', ['set', 'octo-api', 'none.yaml'], 1, 'none.yaml cannot be read: there is no file'],
    ['a project that does not exist', ['show', 'nowhere'], 1, 'there is no project "nowhere"'],
    ['an unknown action', ['get', 'octo-api'], 2, 'Allowed choices are set, show, remove'],
    ['"set" without a file', ['set', 'octo-api'], 2, 'api-description set requires a file'],
    [
      '"show" with a file',
      ['show', 'octo-api', 'x.yaml'],
      2,
      'api-description show does not accept a file (got "x.yaml")',
    ],
    ['no project', ['show'], 2, "missing required argument 'slug'"],
    ['too many arguments', ['set', 'octo-api', 'a', 'b'], 2, 'Expected 3 arguments but got 4'],
  ])('the api-description command rejects %s', async (_name, args, expected, message) => {
    const { run, file } = await createProject();
    const { code, errors } = await run(['api-description', ...args, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([expected, expect.stringContaining(message)]);
  });

  it('the api-description command reports the file, the rule and the fix if an OpenAPI document is invalid', async () => {
    const { folder, run, file } = await createProject();
    const json = join(folder, 'api.json');
    writeFileSync(json, '{"swagger":"2.0"}');
    const { code, errors } = await run(['api-description', 'set', 'octo-api', json, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([
      1,
      expect.stringMatching(/api\.json is invalid: swagger is "2.0".*convert/),
    ]);
    expect(getRows(file, 'SELECT * FROM api_descriptions')).toEqual([]);
  });
});
