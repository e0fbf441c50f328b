/** Properties of the names next to a `code` that show whether the code is a login code, an OAuth code, or neither, such as a country code. */
export interface CodeContext {
  /** Whether the names occur in an OAuth token request. */
  readonly isTokenRequest: boolean;
  /** Whether the names occur in an OAuth redirect. Only meaningful in a query or form. */
  readonly isRedirect: boolean;
  /** Whether all names occur in logins with a code. Other records with an email address contain further names. */
  readonly isLogin: boolean;
}

const TOKEN_REQUEST = /^(grant_?type|redirect_?uri|client_?secret|code_?verifier)$/i;
const REDIRECT_PATTERN = /^(client_?id|session_?state|iss|state)$/i;
const LOGIN_PATTERN =
  /^(e-?mail|phone|phone_?number|mobile|to|user|user_?name|login|challenge|challenge_?id|factor_?id)$/i;
const LOGIN_REST =
  /^(code|type|channel|method|purpose|session|country_?code|locale|(new_?)?password|remember.*|service)$/i;

/** Returns a function that evaluates the names on its first call. */
export function createCodeContext(names: () => readonly string[]): () => CodeContext {
  let context: CodeContext | undefined;
  return () => {
    context ??= createContext(names());
    return context;
  };
}

function createContext(names: readonly string[]): CodeContext {
  return {
    isTokenRequest: names.some((name) => TOKEN_REQUEST.test(name)),
    isRedirect: names.some((name) => REDIRECT_PATTERN.test(name)),
    isLogin:
      names.some((name) => LOGIN_PATTERN.test(name)) &&
      names.every((name) => LOGIN_PATTERN.test(name) || LOGIN_REST.test(name)),
  };
}
