import type { PageContent } from './page.ts';

/**
 * Returns the headers of a page. With these headers, browsers load only files of this service, run no inline scripts, send forms only to this
 * service, and do not show the page in a frame. Caches must not store pages, because they contain data of members.
 * @param imageSources additional sources of images
 * @param connectSources origins to which a script of the page sends requests
 */
export function getPageHeaders({
  scripts = [],
  formTargets = [],
  imageSources = [],
  connectSources = [],
}: Pick<PageContent, 'scripts' | 'formTargets'> & {
  readonly imageSources?: readonly string[];
  readonly connectSources?: readonly string[];
}) {
  const policy = {
    'default-src': "'none'",
    'style-src': "'self'",
    'img-src': ["'self'", 'data:', ...imageSources].join(' '),
    ...(scripts.length > 0 && { 'script-src': "'self'" }),
    ...(connectSources.length > 0 && { 'connect-src': connectSources.join(' ') }),
    'form-action': ["'self'", ...formTargets].join(' '),
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    // Without a referrer policy, URLs with one-time tokens would be sent to other sites. `no-referrer` would also hide the origin of forms.
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  } as const;
}
