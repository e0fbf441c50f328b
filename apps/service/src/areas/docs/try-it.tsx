import { getAssetPath } from '../../platform/pages/assets.ts';
import type { ReferenceOperation } from '../api-description/describe-reference.ts';

/** Returns the origins to which the page of an operation may send requests; none if the operation cannot be tried. */
export function listRequestOrigins({ isWebhook, servers }: ReferenceOperation): string[] {
  return isWebhook ? [] : [...new Set(servers.map((url) => new URL(url).origin))];
}

/**
 * A form that sends the request of an operation from the browser. The form requires a script, which makes it visible; without scripts, the page shows
 * only the examples. The service sends no request itself, so attackers cannot use it to reach other servers.
 */
export function TryIt({ operation }: { readonly operation: ReferenceOperation }) {
  const { method, path, servers, parameters, security, body } = operation;
  const fields = parameters.filter((each) => ['path', 'query', 'header'].includes(each.in));
  return (
    <section class="portal-try" aria-labelledby="try-it" hidden>
      <h2 id="try-it">Try it</h2>
      <form data-try-it data-method={method} data-path={path}>
        <label for="try-server">Server</label>
        <select id="try-server" name="try-server">
          {servers.map((url) => (
            <option value={url}>{url}</option>
          ))}
        </select>
        {(security[0] ?? []).map(({ name, kind, field }, index) =>
          kind === 'other' || kind === 'cookie' ? null : (
            <>
              <label for={`try-key-${index}`}>{kind === 'basic' ? `${name} (user:password)` : name}</label>
              <input
                id={`try-key-${index}`}
                type="password"
                autocomplete="off"
                data-in={kind}
                data-name={field}
                spellcheck={false}
              />
            </>
          ),
        )}
        {fields.map(({ name, in: place, required, example }, index) => (
          <>
            <label for={`try-${index}`}>{name}</label>
            <input
              id={`try-${index}`}
              data-in={place}
              data-name={name}
              value={required ? example : ''}
              required={required && place === 'path'}
              autocomplete="off"
              spellcheck={false}
            />
          </>
        ))}
        {body && (
          <>
            <label for="try-body">Body</label>
            <textarea id="try-body" rows={8} data-in="body" data-name={body.mediaType} spellcheck={false}>
              {body.example}
            </textarea>
          </>
        )}
        <button type="submit" class="button primary">
          Send request
        </button>
        <p class="hint">
          Your browser sends the request to the server itself. This site does not see keys or responses.
        </p>
        <output aria-live="polite" tabindex={0} aria-label="Response" />
      </form>
      <script type="module" src={getAssetPath('tryIt')} />
    </section>
  );
}
