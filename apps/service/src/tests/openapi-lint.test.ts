import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { createApp, openApiDocument } from '../app.ts';
import { openSqliteStore } from '../open-store.ts';

/** Returns the problems that an independent linter finds in an OpenAPI document with all its rules. */
async function findings(description: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(description), absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

function description(): Record<string, unknown> {
  const store = openSqliteStore(':memory:');
  const described = openApiDocument(createApp(store, () => undefined));
  void store.close();
  return described as Record<string, unknown>;
}

it('the linter finds no problem in the OpenAPI document of the service', async () => {
  expect(await findings(description())).toEqual([]);
});

it('the linter reports an error for an OpenAPI document without its info object', async () => {
  const { info: _info, ...broken } = description();
  expect(await findings(broken)).not.toEqual([]);
});
