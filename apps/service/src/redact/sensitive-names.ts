/** Names of headers and the like whose values are secret, in lower case and without `-`, `_` and spaces. */
const SECRET = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'cookies',
  'setcookie',
  'cookie2',
  'setcookie2',
  'token',
  'jwt',
  'sessionid',
  'xamzsecuritytoken',
]);
/** Ends of such names: `X-Api-Key`, `client_secret`, `X-Amz-Signature`. */
const SECRET_END =
  /(apikey|accesskey|secretkey|privatekey|subscriptionkey|(auth|access|refresh|id|session|csrf|xsrf|bearer|api)token|secret|passw(or)?d|passphrase|credentials?|signature)$/;

/** @returns tells whether what goes by a name is secret. @param more names that are secret as well, in any spelling */
export function sensitiveNames(more: readonly string[] = []): (name: string) => boolean {
  const further = new Set(more.map(plain));
  return (name) => {
    const spelt = plain(name);
    return SECRET.has(spelt) || SECRET_END.test(spelt) || further.has(spelt);
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}
