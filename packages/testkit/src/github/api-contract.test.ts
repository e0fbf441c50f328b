import { expect, it } from 'vitest';
import { Cleanup } from '../process/cleanup.ts';
import { ApiContract, type Exchange } from './api-contract.ts';
import { startGitHub } from './github.ts';

const contract = new ApiContract();
const SHA = 'a'.repeat(40);
const REF = {
  ref: 'refs/context-sync/x',
  node_id: 'n',
  url: 'https://api.example.com/r',
  object: { type: 'commit', sha: SHA, url: 'https://api.example.com/c' },
};
const MOVE: Exchange = {
  method: 'PATCH',
  url: '/repos/octo-org/api/git/refs/context-sync%2Fx',
  requestType: 'application/json; charset=utf-8',
  requestBody: JSON.stringify({ sha: SHA, force: false }),
  status: 200,
  responseType: 'application/json; charset=utf-8',
  responseBody: JSON.stringify(REF),
};
const REFUSED = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' };

it.each<[string, Partial<Exchange>]>([
  ['a ref update', {}],
  ['a path that is not encoded', { url: '/repos/octo-org/api/git/refs/context-sync/x' }],
  ['an error that any operation can return', { status: 403, responseBody: JSON.stringify(REFUSED) }],
  [
    'a page of comments',
    {
      method: 'GET',
      url: '/repos/octo-org/api/issues/1/comments?per_page=100&page=2',
      requestBody: '',
      requestType: undefined,
      responseBody: '[]',
    },
  ],
])('the GitHub API contract accepts %s', (_name, change) => {
  expect(contract.violations({ ...MOVE, ...change })).toEqual([]);
});

it.each<[string, Partial<Exchange>, RegExp]>([
  ['an unknown path', { url: '/repos/octo-org/api/git/ref' }, /documents no such operation/],
  ['another method', { method: 'PUT' }, /documents no such operation/],
  ['an unknown query parameter', { url: `${MOVE.url}?forced=1` }, /query.*forced/],
  ['no body', { requestBody: '' }, /no body/],
  ['a body of a different type', { requestType: 'text/plain' }, /body is text\/plain/],
  ['a property of a different type', { requestBody: '{"sha":7}' }, /request\/sha must be string/],
  ['a missing property', { requestBody: '{"force":true}' }, /request must have required property 'sha'/],
  ['an unknown property', { requestBody: `{"sha":"${SHA}","forced":true}` }, /unknown property forced/],
  ['an undocumented status', { status: 201 }, /status is not documented/],
  ['an incomplete response', { responseBody: '{"ref":"refs/x"}' }, /response must have required property/],
  ['a response that is not JSON', { responseBody: '<html>' }, /response's body is not JSON/],
  ['an error of a different shape', { status: 403, responseBody: '[]' }, /response must be object/],
  [
    'an invalid number',
    { method: 'GET', url: '/repos/o/r/issues/x/comments', requestBody: '', responseBody: '[]' },
    /path\/issue_number must be integer/,
  ],
])('the GitHub API contract rejects %s', (_name, change, fault) => {
  expect(contract.violations({ ...MOVE, ...change }).join('\n')).toMatch(fault);
});

it('an invalid request fails the test that sent it', async () => {
  const cleanup = new Cleanup();
  const { apiUrl, token } = await startGitHub(cleanup);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${apiUrl}/repos/octo-org/api?page=1`, { headers })).status).toBe(200);
  const errors = await cleanup.close().then(
    () => [],
    (error: AggregateError) => error.errors.map(String),
  );
  expect(errors.join('\n')).toContain('GET /repos/octo-org/api?page=1 → 200: query');
});

it('the GitHub server paginates like GitHub, with links to its own URL', async () => {
  const cleanup = new Cleanup();
  const github = await startGitHub(cleanup);
  const number = await github.openPullRequest('Change', SHA);
  await github.writeComments(
    number,
    Array.from({ length: 201 }, (_, at) => `comment ${at}`),
  );
  const sizes: number[] = [];
  const headers = { authorization: `Bearer ${github.readOnlyToken}` };
  for (let url = `${github.apiUrl}/repos/octo-org/api/issues/${number}/comments?per_page=500`; url !== ''; ) {
    const response = await fetch(url, { headers });
    sizes.push(((await response.json()) as unknown[]).length);
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  }
  expect(sizes).toEqual([100, 100, 1]);
  await cleanup.close();
});
