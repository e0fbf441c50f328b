import { createSeeded } from './seeded.fixture.ts';

const HEX = '0123456789abcdef';
const DIGITS = '0123456789';
const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = `${BASE62}+/`;
const { text } = createSeeded(7);
const sample = (characters: string, length: number) => text(length, characters);

const jwt = `${Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')}.${Buffer.from('{"sub":"ann","exp":1767225600}').toString('base64url')}.${sample(BASE62, 43)}`;
const pemBody = `MII${sample(BASE64, 200)}`;
const privateKey = ['-----BEGIN PRIVATE', ' KEY-----\\n', pemBody, '\\n-----END PRIVATE', ' KEY-----\\n'].join('');
const base64 = `${sample(BASE64, 43)}=`;

/** Secrets for the documented shapes, assembled here so that the repository contains no text that looks like a credential. */
export const SAMPLE_SECRETS: Readonly<Record<string, string>> = {
  opaque: sample(BASE62, 32),
  opaque20: sample(BASE62, 20),
  opaque22: sample(BASE62, 22),
  word: 'correct-horse',
  hex20: sample(HEX, 20),
  hex30: sample(HEX, 30),
  hex32: sample(HEX, 32),
  hex32u: sample(HEX, 32).toUpperCase(),
  hex37: sample(HEX, 37),
  hex40: sample(HEX, 40),
  hex64: sample(HEX, 64),
  uuid: '9f1c2b7e-4d3a-4c5b-8e6f-0a1b2c3d4e5f',
  base64,
  base64url: base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
  urlbase64: encodeURIComponent(base64),
  basic: Buffer.from('ann:correct-horse').toString('base64'),
  digits3: sample(DIGITS, 3),
  digits6: sample(DIGITS, 6),
  card: '4242424242424242',
  jwt,
  pem: privateKey,
  csk: `csk_${sample(BASE62, 43)}`,
  github: `ghp_${sample(BASE62, 36)}`,
  gitlab: `glpat-${sample(BASE62, 20)}`,
  vault: `hvs.${sample(BASE62, 95)}`,
  google: `AIza${sample(BASE62, 35)}`,
  slack: `xoxb-${sample(DIGITS, 12)}-${sample(DIGITS, 12)}-${sample(BASE62, 24)}`,
  stripe: `sk_live_${sample(BASE62, 24)}`,
  shopify: `shpat_${sample(HEX, 32)}`,
  sendgrid: `SG.${sample(BASE62, 22)}.${sample(BASE62, 43)}`,
  figma: `figd_${sample(BASE62, 43)}`,
  notion: `ntn_${sample(DIGITS, 11)}${sample(BASE62, 35)}`,
  npm: `npm_${sample(BASE62, 36)}`,
  openai: `sk-proj-${sample(BASE62, 74)}T3BlbkFJ${sample(BASE62, 74)}`,
  anthropic: `sk-ant-api03-${sample(BASE62, 93)}AA`,
};
