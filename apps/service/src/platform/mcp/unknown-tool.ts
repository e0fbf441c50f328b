import { findClosestName } from '@context-sync/base';
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { quoteText } from '../errors/describe-value.ts';

/** Matches the library's messages for an unknown tool. */
const UNKNOWN_TOOL = /^Tool .* (?:not found|disabled)$/s;

/** The tools that a server could offer. */
export interface ToolNames {
  /** Tools that the client may use. */
  readonly available: readonly string[];
  /** Tools for which the client needs a key. */
  readonly withKey: readonly string[];
  /** Tools for which the client needs another scope, by tool name. The value is the scope. */
  readonly withScope: ReadonlyMap<string, string>;
  /** Tools that are turned off in all projects of the client. */
  readonly disabled: readonly string[];
}

/**
 * Replaces the error for the call of an unknown tool with an error that suggests which tool to call instead. The library reports names such as `constructor` as
 * disabled tools. Must be called before tools are registered, because the library sets its own handler at that time.
 */
export function describeUnknownTools({ server }: McpServer, names: ToolNames): void {
  const setRequestHandler = server.setRequestHandler.bind(server) as (method: string, ...rest: unknown[]) => void;
  const setWrappedHandler = (method: string, ...rest: unknown[]): void => {
    const [handler] = rest;
    if (method !== 'tools/call' || typeof handler !== 'function') {
      setRequestHandler(method, ...rest);
      return;
    }
    setRequestHandler(method, async (request: { params: { name: string } }, ...more: unknown[]): Promise<unknown> => {
      try {
        return await handler(request, ...more);
      } catch (error) {
        if (!(error instanceof ProtocolError && UNKNOWN_TOOL.test(error.message))) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeUnknownTool(request.params.name, names));
      }
    });
  };
  Object.assign(server, { setRequestHandler: setWrappedHandler });
}

function describeUnknownTool(name: string, { available, withKey, withScope, disabled }: ToolNames): string {
  if (disabled.includes(name))
    return `The tool ${name} is switched off: a project owner can switch it on. Tools: ${available.join(', ')}`;
  if (withKey.includes(name)) {
    return `The tool ${name} needs an API key: send Authorization: Bearer KEY. Tools without a key: ${available.join(', ')}`;
  }
  const scope = withScope.get(name);
  if (scope !== undefined)
    return `The tool ${name} needs a key with full access, or an access token with the scope ${scope}. Tools: ${available.join(', ')}`;
  const closest = findClosestName(name, [...available, ...withKey]);
  const suggestion = closest === undefined ? '' : `; did you mean ${closest}?`;
  return `The tool ${quoteText(name)} does not exist${suggestion || '.'} Tools: ${available.join(', ')}`;
}
