/** A kind of token that secretlint's recommended rules do not know, or know only next to a telling name. */
interface TokenShape {
  readonly looksLike: string;
  readonly pattern: RegExp;
  /** Whether it can hardly be anything else, and is worth stopping for. */
  readonly sure: boolean;
  /** What must stand at most `MAX_DISTANCE_CHARACTERS` characters away. */
  readonly near?: RegExp;
  /** Whether the match is more than an example. */
  isReal(token: string): boolean;
}

/** Where a token stands in a text. */
export interface FoundToken {
  readonly looksLike: string;
  readonly start: number;
  readonly end: number;
  readonly sure: boolean;
}

/** Random tokens of 35 characters or more have over 20 different ones; `xxxx…` and `0000…` have few. */
const MIN_DISTINCT_CHARACTERS = 14;
/** How far an AWS secret may be from its id: the longest known layout is the JSON that `aws iam create-access-key` prints. */
const MAX_DISTANCE_CHARACTERS = 300;

const SHAPES: readonly TokenShape[] = [
  {
    // 32 random bytes in base64url, as the service in this repository makes them.
    looksLike: 'Context Sync service key',
    pattern: /(?<![\w-])csk_[\w-]{43}(?![\w-])/g,
    sure: true,
    isReal: isVaried,
  },
  { looksLike: 'Google API key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g, sure: true, isReal: isVaried },
  {
    // A macaroon whose first field is the host: pypi.org or test.pypi.org.
    looksLike: 'PyPI token',
    pattern: /(?<![\w-])pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{50,}/g,
    sure: true,
    isReal: (token) => isVaried(token.slice(-50)),
  },
  {
    // Manuals are full of tokens that expired long ago, so one of these is not worth stopping for.
    looksLike: 'JSON Web Token',
    pattern: /(?<![\w.-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/g,
    sure: false,
    isReal: isSignedToken,
  },
  {
    looksLike: 'aws credential',
    // The id of an access key is not a secret, and nothing but its nearness tells a secret from other base64.
    pattern: /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
    near: /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g,
    sure: true,
    isReal: (token) => /[a-z]/.test(token) && /[A-Z]/.test(token) && /\d/.test(token) && isVaried(token),
  },
];

/** Finds tokens by their shape. */
export function findTokens(text: string): FoundToken[] {
  return SHAPES.flatMap(({ looksLike, pattern, near, sure, isReal }) => {
    const found = placesOf(pattern, text).filter(({ token }) => isReal(token));
    const others = near === undefined || found.length === 0 ? [] : placesOf(near, text);
    const isNear = (place: Place) =>
      others.some(
        (other) =>
          place.start - other.end < MAX_DISTANCE_CHARACTERS && other.start - place.end < MAX_DISTANCE_CHARACTERS,
      );
    return found
      .filter((place) => near === undefined || isNear(place))
      .map(({ start, end }) => ({ looksLike, start, end, sure }));
  });
}

interface Place {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

function placesOf(pattern: RegExp, text: string): Place[] {
  return Array.from(text.matchAll(pattern), ({ 0: token, index }) => ({
    token,
    start: index,
    end: index + token.length,
  }));
}

/** Whether the token is neither a placeholder such as `csk_xxxxxxxx` nor one that calls itself an example, as AWS's own do. */
function isVaried(token: string): boolean {
  return new Set(token).size >= MIN_DISTINCT_CHARACTERS && !/example/i.test(token);
}

/** Whether the parts are those of a signed token, and not of the sample that jwt.io and RFC 7519 made known. */
function isSignedToken(token: string): boolean {
  const [header, payload] = token.split('.').map(decodedPart);
  if (header === undefined || payload === undefined || typeof header.alg !== 'string') return false;
  return payload.sub !== '1234567890' && payload.iss !== 'joe';
}

function decodedPart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
