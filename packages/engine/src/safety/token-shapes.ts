/** A token format that secretlint's recommended rules do not match, or match only next to a variable name. */
interface TokenShape {
  readonly looksLike: string;
  readonly pattern: RegExp;
  /** Whether a match is almost certainly a credential, so that the run must stop. */
  readonly sure: boolean;
  /** A pattern that must also match within `MAX_DISTANCE_CHARACTERS` of the token. */
  readonly near?: RegExp;
  /** Returns whether the match is a real token and not an example. */
  isReal(token: string): boolean;
}

/** The position of a token in a text. */
export interface TokenFinding {
  readonly looksLike: string;
  readonly start: number;
  readonly end: number;
  readonly sure: boolean;
}

/**
 * The minimum number of distinct characters in a token. Random tokens of 35 or more characters contain over 20 distinct characters, and placeholders such as
 * `xxxx…` contain few.
 */
const MIN_DISTINCT_CHARACTERS = 14;
/**
 * Maximum distance in characters between an AWS secret and its access key ID. The longest known layout is the JSON of `aws iam create-access-key`.
 */
const MAX_DISTANCE_CHARACTERS = 300;

const SHAPES: readonly TokenShape[] = [
  {
    // The service in this repository creates these keys: 32 random bytes in base64url.
    looksLike: 'Context Sync service key',
    pattern: /(?<![\w-])csk_[\w-]{43}(?![\w-])/g,
    sure: true,
    isReal: isVaried,
  },
  { looksLike: 'Google API key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g, sure: true, isReal: isVaried },
  {
    // A PyPI token is a macaroon whose first field is the host pypi.org or test.pypi.org.
    looksLike: 'PyPI token',
    pattern: /(?<![\w-])pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{50,}/g,
    sure: true,
    isReal: (token) => isVaried(token.slice(-50)),
  },
  {
    // Manuals contain many expired tokens, so a match is only a warning.
    looksLike: 'JSON Web Token',
    pattern: /(?<![\w.-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/g,
    sure: false,
    isReal: isSignedToken,
  },
  {
    looksLike: 'aws credential',
    // Other base64 texts look like a secret. Only a nearby access key ID identifies the secret.
    pattern: /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
    near: /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g,
    sure: true,
    isReal: (token) => /[a-z]/.test(token) && /[A-Z]/.test(token) && /\d/.test(token) && isVaried(token),
  },
];

/** Finds tokens by their format. */
export function findTokens(text: string): TokenFinding[] {
  return SHAPES.flatMap(({ looksLike, pattern, near, sure, isReal }) => {
    const tokens = getPlaces(pattern, text).filter(({ token }) => isReal(token));
    const nearbyTokens = near === undefined || tokens.length === 0 ? [] : getPlaces(near, text);
    const isNear = (place: TokenMatch) =>
      nearbyTokens.some(
        (other) =>
          place.start - other.end < MAX_DISTANCE_CHARACTERS && other.start - place.end < MAX_DISTANCE_CHARACTERS,
      );
    return tokens
      .filter((place) => near === undefined || isNear(place))
      .map(({ start, end }) => ({ looksLike, start, end, sure }));
  });
}

interface TokenMatch {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

function getPlaces(pattern: RegExp, text: string): TokenMatch[] {
  return Array.from(text.matchAll(pattern), ({ 0: token, index }) => ({
    token,
    start: index,
    end: index + token.length,
  }));
}

/** Returns whether the token is neither a placeholder such as `csk_xxxxxxxx` nor an example with the word "example", as in the AWS documentation. */
function isVaried(token: string): boolean {
  return new Set(token).size >= MIN_DISTINCT_CHARACTERS && !/example/i.test(token);
}

/** Returns whether the token is signed and is not the well-known sample of jwt.io or RFC 7519. */
function isSignedToken(token: string): boolean {
  const [header, payload] = token.split('.').map(decodePart);
  if (header === undefined || payload === undefined || typeof header.alg !== 'string') return false;
  return payload.sub !== '1234567890' && payload.iss !== 'joe';
}

function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
