import { Icon } from '../../platform/pages/icons.tsx';
import type { PortalFrame } from './portal-frame.ts';

/** Clients for which the page about connecting an assistant has instructions, by the ids of its sections. */
const CLIENTS = { claude: 'Claude', chatgpt: 'ChatGPT', cursor: 'Cursor', 'vs-code': 'VS Code', codex: 'Codex' };
const SCHEME_LABELS = { '': 'As the system', light: 'Light', dark: 'Dark' };

/** The menu with the URL of the MCP server and instructions for each client. */
export function AssistantMenu({ frame }: { readonly frame: PortalFrame }) {
  const { serviceUrl, mcpUrl } = frame;
  if (serviceUrl === undefined) return null;
  return (
    <details class="portal-menu" name="portal-menu">
      <summary>
        <Icon name="plug" />
        <span>MCP</span>
      </summary>
      <div>
        {mcpUrl !== undefined && (
          <p>
            <code>{mcpUrl}</code>
          </p>
        )}
        <ul>
          {Object.entries(CLIENTS).map(([id, name]) => (
            <li>
              <a href={`${serviceUrl}/mcp/setup#${id}`}>Connect {name}</a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** The color schemes. The browser stores the selected one in a cookie. */
export function SchemeMenu({
  frame,
  path,
}: {
  readonly frame: PortalFrame;
  /** Path of the page to which the form redirects. */
  readonly path: string;
}) {
  return (
    <details class="portal-menu" name="portal-menu">
      <summary aria-label="Color scheme" title="Color scheme">
        <Icon name="moon" />
      </summary>
      <div>
        <form method="post" action={`${frame.base}/-/scheme`}>
          <input type="hidden" name="page" value={path} />
          {Object.entries(SCHEME_LABELS).map(([scheme, label]) => (
            <button
              type="submit"
              name="scheme"
              value={scheme}
              aria-current={(frame.scheme ?? '') === scheme ? 'true' : undefined}
            >
              {label}
            </button>
          ))}
        </form>
      </div>
    </details>
  );
}

/** The menu for agents: links to the Markdown of a page and, if the page is public, to assistants that can open the page. */
export function PageActions({ frame, path }: { readonly frame: PortalFrame; readonly path: string }) {
  const markdown = `${frame.base}/${path}.md`;
  const isReachable = frame.address !== undefined && frame.isForEveryone;
  const prompt = encodeURIComponent(`Read ${frame.address}/${path}.md, so that I can ask questions about it.`);
  return (
    <p class="portal-actions">
      <a href={markdown}>View as Markdown</a>
      {isReachable && (
        <>
          <a href={`https://chatgpt.com/?hints=search&q=${prompt}`} rel="noopener noreferrer">
            Open in ChatGPT
          </a>
          <a href={`https://claude.ai/new?q=${prompt}`} rel="noopener noreferrer">
            Open in Claude
          </a>
        </>
      )}
    </p>
  );
}
