import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { createRedact } from './redact-record.fixture.ts';
import { SAMPLE_SECRETS } from './sample-secrets.fixture.ts';
import { createSeeded } from './seeded.fixture.ts';

const { text } = createSeeded(3);
const hex = (length: number) => text(length, '0123456789abcdef');
const letters = (length: number) => text(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const base62 = (length: number) => text(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
const digits = (length: number) => text(length, '0123456789');
/** JSON of a length for which the closing brace is in a separate Base64 block, as in tokens of 1Password. */
const opsToken = Buffer.from(`{"signInAddress":"a.1password.com","secretKey":"${hex(65)}"}`).toString('base64');

/**
 * Credentials for every rule in the recommended secretlint preset, by rule. The credentials are assembled here so that the repository contains none.
 */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  aws: [`AWS_SECRET_ACCESS_KEY=${base62(40)}`],
  privatekey: [(SAMPLE_SECRETS.pem ?? '').replaceAll('\\n', '\n')],
  npm: [`npm_${base62(36)}`],
  basicauth: [`https://ann:${base62(16)}@db.example.com/`],
  slack: [
    ...['xoxb', 'xoxp', 'xapp', 'xoxa', 'xoxo', 'xoxr'].map((type) => `${type}-1-${digits(12)}-${base62(24)}`),
    `https://hooks.slack.com/services/T${base62(8)}/B${base62(8)}/${base62(24)}`,
  ],
  sendgrid: [`SG.${base62(22)}.${base62(43)}`],
  shopify: ['shppa', 'shpca', 'shpat', 'shpss'].map((type) => `${type}_${hex(32)}`),
  stripe: ['sk_live', 'sk_test', 'rk_live', 'rk_test'].map((type) => `${type}_${base62(24)}`),
  github: [
    ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((type) => `${type}_${base62(36)}`),
    `github_pat_${base62(82)}`,
    `ghs_123456_${base62(20)}.${base62(60)}.${base62(43)}`,
  ],
  gitlab: [`glpat-${base62(20)}`],
  grafana: [`glc_${base62(60)}`, `glsa_${base62(32)}_${hex(8)}`],
  openai: [`sk-proj-${base62(74)}T3BlbkFJ${base62(74)}`, `sk-${base62(20)}T3BlbkFJ${base62(20)}`],
  anthropic: [`sk-ant-api03-${base62(93)}AA`],
  groq: [`gsk_${base62(52)}`],
  huggingface: [`hf_${letters(34)}`],
  linear: [`lin_api_${base62(40)}`],
  notion: [`ntn_${digits(11)}${base62(35)}`],
  '1password': [`ops_${opsToken}`],
  'database-connection-string': ['mongodb', 'mysql', 'postgresql'].map(
    (type) => `${type}://ann:${base62(16)}@db.example.com/app`,
  ),
  'hashicorp-vault': [`hvs.${base62(95)}`, `hvb.${base62(140)}`, `hvr.${base62(95)}`],
  vercel: ['vcp', 'vci', 'vca', 'vcr', 'vck'].map((type) => `${type}_${base62(24)}`),
  databricks: [`dapi${hex(32)}`],
  docker: [`dckr_pat_${base62(27)}`],
  figma: [`figd_${base62(43)}`],
  cloudflare: ['cfk', 'cfut', 'cfat'].map((type) => `${type}_${base62(40)}${hex(8)}`),
  tailscale: [`tskey-auth-${base62(12)}-${base62(32)}`],
};
/** Credentials of providers that secretlint does not know. */
const FURTHER: Readonly<Record<string, string>> = {
  Atlassian: `ATATT3${base62(60)}`,
  Slack: `xoxe.xoxp-1-${base62(60)}`,
  'Stripe webhooks': `whsec_${base62(32)}`,
  Square: `sq0atp-${base62(22)}`,
  Google: `AIza${base62(35)}`,
  'Google OAuth': `ya29.${base62(60)}`,
  'Google clients': `GOCSPX-${base62(28)}`,
  OpenRouter: `sk-or-v1-${hex(64)}`,
  Replicate: `r8_${base62(37)}`,
  Brevo: `xkeysib-${hex(64)}-${base62(16)}`,
  Mailgun: `key-${hex(32)}`,
  Doppler: `dp.pt.${base62(43)}`,
  Netlify: `nfp_${base62(36)}`,
  DigitalOcean: `dop_v1_${hex(64)}`,
  Heroku: `HRKU-${base62(36)}`,
  'Fly.io': `fm2_${base62(60)}`,
  PlanetScale: `pscale_tkn_${base62(32)}`,
  Supabase: `sbp_${hex(40)}`,
  'Supabase secret keys': `sb_secret_${base62(32)}`,
  Pulumi: `pul-${hex(40)}`,
  PyPI: `pypi-AgE${base62(60)}`,
  RubyGems: `rubygems_${hex(48)}`,
  Buildkite: `bkua_${hex(40)}`,
  CircleCI: `CCIPAT_${base62(22)}_${hex(40)}`,
  'Linear OAuth': `lin_oauth_${hex(64)}`,
  'Notion before 2024': `secret_${base62(43)}`,
  Airtable: `pat${base62(14)}.${hex(64)}`,
  HubSpot: `pat-na1-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
  Postman: `PMAK-${hex(24)}-${hex(34)}`,
  'New Relic': `NRAK-${base62(27).toUpperCase()}`,
  Sentry: `sntrys_${base62(60)}`,
  PostHog: `phx_${base62(43)}`,
  Discord: `https://discord.com/api/webhooks/${digits(18)}/${base62(68)}`,
  Telegram: `https://api.telegram.org/bot${digits(9)}:AA${base62(33)}/getMe`,
  'Microsoft Teams': `https://a.webhook.office.com/webhookb2/${hex(32)}`,
};
/** Rules that do not apply to logs: the rule about file names, and the rule that lets comments in a text disable other rules. */
const NOT_FOR_LOGS = ['gcp', 'filter-comments'];

const getName = (id: string) => id.replace(/^.*secretlint-rule-/, '');

async function findWithSecretlint(content: string): Promise<string[]> {
  const source = { filePath: 'log.txt', content, contentType: 'text' as const, ext: '.txt' };
  const config = { rules: [{ id: 'recommended', rule: creator }] };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return messages.map(({ ruleId }) => getName(ruleId));
}

function store(request: unknown): string {
  const record = { status: 200, method: 'GET', url: '/', groupEmail: null, timestamp: '2026-03-01T10:00:00.000Z' };
  return JSON.stringify(createRedact()({ ...record, request, response: null }).request);
}

/** Returns the parts of a credential with at least twelve characters, none of which may be stored. */
const getParts = (credential: string) => credential.match(/[A-Za-z\d]{12,}/g) ?? [];

describe('credentials that are recognized by their format', () => {
  it('the samples cover every rule of secretlint', () => {
    expect([...Object.keys(SAMPLES), ...NOT_FOR_LOGS].sort()).toEqual(rules.map(({ meta }) => getName(meta.id)).sort());
  });

  it.each(
    Object.entries(SAMPLES).flatMap(([rule, samples]) => samples.map((sample) => [rule, sample.slice(0, 8), sample])),
  )('credentials are found wherever secretlint finds them: %s, %s…', async (rule, _beginning, sample) => {
    expect(await findWithSecretlint(`a ${sample} b`)).toContain(rule);
    const secrets = getParts(sample).filter((part) => part !== 'postgresql');
    expect(secrets).not.toEqual([]);
    const texts = [sample, `uses ${sample} here`, `{"note":"${sample}`, `a,${sample},b`, `/files/${sample}`];
    for (const each of [...texts, { list: [sample] }, { [sample]: 1 }]) {
      for (const secret of secrets) expect(store(each)).not.toContain(secret);
    }
  });

  it.each(Object.entries(FURTHER))('credentials of %s are found', (_provider, sample) => {
    const secret = sample.slice(-12);
    for (const each of [sample, `uses ${sample} here`, `{"note":"${sample}`, { [sample]: 1 }]) {
      expect(store(each)).not.toContain(secret);
    }
  });

  it('API keys of the service are recognized as credentials', () => {
    const key = `csk_${base62(43)}`;
    for (const each of [key, `401 for ${key}.`, { 'x-whatever': key }, `csk=${key}`, { [key]: true }, [`${key}`]]) {
      expect(store(each)).not.toContain(key.slice(4, 20));
    }
  });

  it('credentials are found even if a comment in the text disables secretlint', async () => {
    const content = `secretlint-disable\nghp_${base62(36)}`;
    expect(await findWithSecretlint(content)).toEqual([]);
    expect(store(content)).toBe('"secretlint-disable\\n[redacted]"');
  });

  it('truncated web tokens and private keys are recognized as credentials', () => {
    const { jwt = '', pem = '' } = SAMPLE_SECRETS;
    expect(store(jwt.slice(0, 60))).toBe('"[redacted]"');
    expect(store(`a ${pem.slice(0, 120)}`)).toBe('"a [redacted]"');
  });

  it.each([
    ['a scheme', 'uses Bearer 2YotnFZFEjr1zCsicMWpAA here', 'uses Bearer [redacted] here'],
    [
      'a user and password',
      `as Basic ${Buffer.from('ann:hunter2').toString('base64')}, then`,
      'as Basic [redacted], then',
    ],
    ['two credentials', `a ghp_${base62(36)} b glpat-${base62(20)}`, 'a [redacted] b [redacted]'],
  ])('credentials are found inside other text: %s', (_title, content, clean) => {
    expect(store(content)).toBe(JSON.stringify(clean));
  });

  it.each([
    ['a cursor', Buffer.from('{"id":12345,"at":"2026-03-01"}').toString('base64url')],
    ['a word after a scheme', 'Basic authentication and Bearer authorization are off'],
    ['a short credential', 'ghp_short and sk-learn'],
    ['part of a longer word', `prefixghp_${base62(36)}`],
  ])('text is not recognized as a credential: %s', (_title, content) => {
    expect(store(content)).toBe(JSON.stringify(content));
  });
});
