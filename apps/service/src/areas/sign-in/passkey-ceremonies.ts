import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { OneTimeTokenPorts } from '../../platform/access/one-time-tokens.ts';
import { hashSecret } from '../../platform/access/secrets.ts';
import type { MemberSession } from '../../platform/access/sessions.ts';
import type { Passkey, PasskeyCredential } from './store.ts';

/** Time in milliseconds for which a challenge is valid. */
const CHALLENGE_LIFETIME_MS = 300_000;
const transports = z.array(z.string());
/** The part of a browser's response that is read before the library verifies the response. */
const responseSchema = z.looseObject({ id: z.string(), response: z.looseObject({ clientDataJSON: z.string() }) });
const clientData = z.looseObject({ challenge: z.string() });

/** Loads the library when the first passkey is used, because its 300 modules would be a quarter of all modules that are loaded at the start. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Returns whether browsers can create passkeys for an origin. The origin must have a host name, to which passkeys are bound. */
export function supportsPasskeys(origin: string): boolean {
  return isIP(getHost(origin).replaceAll(/[[\]]/g, '')) === 0;
}

/** Returns the options, as JSON, with which a browser creates a passkey of a member, and stores their challenge. */
export async function createPasskeyOptions(
  store: OneTimeTokenPorts,
  origin: string,
  { userId, email, name }: MemberSession,
  existingPasskeys: readonly PasskeyCredential[],
): Promise<string> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Context Sync',
    rpID: getHost(origin),
    userID: new TextEncoder().encode(userId),
    userName: email,
    userDisplayName: name || email,
    attestationType: 'none',
    excludeCredentials: existingPasskeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  await storeChallenge(store, options.challenge, userId);
  return JSON.stringify(options);
}

/** Returns the options, as JSON, with which a browser signs in with any passkey of the service, and stores their challenge. */
export async function createSignInOptions(store: OneTimeTokenPorts, origin: string): Promise<string> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({ rpID: getHost(origin), userVerification: 'preferred' });
  await storeChallenge(store, options.challenge, null);
  return JSON.stringify(options);
}

/** Verifies the response of a browser that created a passkey. @returns undefined if the response is invalid */
export async function verifyNewPasskey(
  store: OneTimeTokenPorts,
  origin: string,
  userId: string,
  text: string,
): Promise<PasskeyCredential | undefined> {
  const receivedResponse = await takeChallenge(store, text, userId);
  if (!receivedResponse) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  const verification = await verifyRegistrationResponse({
    response: receivedResponse.response as unknown as RegistrationResponseJSON,
    expectedChallenge: receivedResponse.challenge,
    expectedOrigin: origin,
    expectedRPID: getHost(origin),
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { credential } = verification.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
  };
}

/**
 * Verifies the response of a browser that signs in with a passkey.
 * @param find returns the passkey with a credential
 * @returns the passkey and its new counter; undefined if the response is invalid or the passkey unknown
 */
export async function verifyPasskeySignIn(
  store: OneTimeTokenPorts,
  origin: string,
  text: string,
  find: (credentialId: string) => Promise<(Passkey & PasskeyCredential) | undefined>,
): Promise<{ readonly passkey: Passkey; readonly counter: number } | undefined> {
  const receivedResponse = await takeChallenge(store, text, null);
  const passkey = receivedResponse && (await find(receivedResponse.response.id));
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verification = await verifyAuthenticationResponse({
    response: receivedResponse.response as unknown as AuthenticationResponseJSON,
    expectedChallenge: receivedResponse.challenge,
    expectedOrigin: origin,
    expectedRPID: getHost(origin),
    requireUserVerification: false,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: transports.parse(JSON.parse(passkey.transports)) as AuthenticatorTransport[],
    },
  }).catch(() => undefined);
  return verification?.verified ? { passkey, counter: verification.authenticationInfo.newCounter } : undefined;
}

function storeChallenge({ oneTimeTokens }: OneTimeTokenPorts, challenge: string, userId: string | null): Promise<void> {
  return oneTimeTokens.create({
    hash: hashSecret(challenge),
    kind: 'passkey',
    userId,
    lifetimeMs: CHALLENGE_LIFETIME_MS,
  });
}

/**
 * Reads a response, and uses up its challenge.
 * @returns undefined if the service did not create the challenge for this member, or the challenge was used already
 */
async function takeChallenge({ oneTimeTokens }: OneTimeTokenPorts, text: string, userId: string | null) {
  const response = responseSchema.safeParse(parseJson(text)).data;
  const data = Buffer.from(response?.response.clientDataJSON ?? '', 'base64url').toString();
  const challenge = clientData.safeParse(parseJson(data)).data?.challenge;
  if (!response || challenge === undefined) return undefined;
  const token = await oneTimeTokens.use('passkey', hashSecret(challenge));
  return token?.state === 'valid' && token.userId === userId ? { response, challenge } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function getHost(origin: string): string {
  return new URL(origin).hostname;
}
