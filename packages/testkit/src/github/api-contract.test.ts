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
  answerType: 'application/json; charset=utf-8',
  answerBody: JSON.stringify(REF),
};
const REFUSED = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' };

it.each<[string, Partial<Exchange>]>([
  ['a move of a ref', {}],
  ['a path that is not encoded', { url: '/repos/octo-org/api/git/refs/context-sync/x' }],
  ['a refusal that any operation can meet', { status: 403, answerBody: JSON.stringify(REFUSED) }],
  [
    'a page of comments',
    {
      method: 'GET',
      url: '/repos/octo-org/api/issues/1/comments?per_page=100&page=2',
      requestBody: '',
      requestType: undefined,
      answerBody: '[]',
    },
  ],
])('%s is as GitHub describes it', (_name, change) => {
  expect(contract.violations({ ...MOVE, ...change })).toEqual([]);
});

it.each<[string, Partial<Exchange>, RegExp]>([
  ['a path that is not there', { url: '/repos/octo-org/api/git/ref' }, /describes no such operation/],
  ['another method', { method: 'PUT' }, /describes no such operation/],
  ['a query that is not known', { url: `${MOVE.url}?forced=1` }, /query.*forced/],
  ['no body', { requestBody: '' }, /no body/],
  ['a body of another type', { requestType: 'text/plain' }, /body is text\/plain/],
  ['a field of another type', { requestBody: '{"sha":7}' }, /request\/sha must be string/],
  ['a field that is missing', { requestBody: '{"force":true}' }, /request must have required property 'sha'/],
  ['a field that is not known', { requestBody: `{"sha":"${SHA}","forced":true}` }, /unknown field forced/],
  ['a status that is not described', { status: 201 }, /no such status/],
  ['an answer that lacks something', { answerBody: '{"ref":"refs/x"}' }, /answer must have required property/],
  ['an answer that is no JSON', { answerBody: '<html>' }, /answer's body is not JSON/],
  ['a refusal of another shape', { status: 403, answerBody: '[]' }, /answer must be object/],
  [
    'a number that is none',
    { method: 'GET', url: '/repos/o/r/issues/x/comments', requestBody: '', answerBody: '[]' },
    /path\/issue_number must be integer/,
  ],
])('%s is not', (_name, change, fault) => {
  expect(contract.violations({ ...MOVE, ...change }).join('\n')).toMatch(fault);
});

it('fails the test that has made the request', async () => {
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

it('pages as GitHub does, and says so in links that lead back to it', async () => {
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
