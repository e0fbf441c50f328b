export { type McpOptions, mcpEndpoint } from './endpoint.ts';
