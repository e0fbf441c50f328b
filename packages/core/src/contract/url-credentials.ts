/** The rule that rejects credentials in URLs that the platform shows to other people. */
export const NO_URL_CREDENTIALS =
  'must not contain a user name or a password, because others can read the URL: remove them';

/** Returns whether a URL contains a user name or a password. A text that is not a URL contains none. */
export function hasUrlCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** Removes the user name and the password from a URL. Returns any other text unchanged. */
export function removeUrlCredentials(text: string): string {
  if (!hasUrlCredentials(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}
