import { CodeBlock, Section } from '../../platform/pages/elements.tsx';
import type { Pages } from '../../platform/pages/pages.tsx';

/** Adds the page with instructions for connecting each client. Browsers that open the URL of the MCP server are redirected to this page. */
export function addSetupPage(pages: Pages): void {
  pages.getPublic('/mcp/setup', ({ origin }) => {
    const url = `${origin}/mcp`;
    return {
      title: 'Connect an assistant',
      lead: 'This is the URL of an MCP server. Assistants that know it can answer questions about this API.',
      scripts: ['page'],
      body: (
        <>
          <Section title="Address">
            <CodeBlock>{url}</CodeBlock>
            <p class="hint">
              You need no key: the assistant opens a page on which you sign in, select a project, and allow the access.
            </p>
          </Section>
          <Section title="Claude" id="claude">
            <p>In the settings, open Connectors, add a custom connector, and enter the URL. In Claude Code, run:</p>
            <CodeBlock>{`claude mcp add --transport http context-sync ${url}`}</CodeBlock>
          </Section>
          <Section title="ChatGPT" id="chatgpt">
            <p>
              In the settings, open Apps and connectors, turn on the developer mode, and create a connector with the
              URL.
            </p>
          </Section>
          <Section title="Cursor" id="cursor">
            <p>
              Add the server to <code>~/.cursor/mcp.json</code>:
            </p>
            <CodeBlock>{JSON.stringify({ mcpServers: { 'context-sync': { url } } }, null, 2)}</CodeBlock>
          </Section>
          <Section title="VS Code" id="vs-code">
            <p>
              Add the server to <code>.vscode/mcp.json</code>:
            </p>
            <CodeBlock>{JSON.stringify({ servers: { 'context-sync': { type: 'http', url } } }, null, 2)}</CodeBlock>
          </Section>
          <Section title="Codex" id="codex">
            <CodeBlock>{`codex mcp add context-sync --url ${url}\ncodex mcp login context-sync`}</CodeBlock>
          </Section>
        </>
      ),
    };
  });
}
