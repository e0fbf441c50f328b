export { type McpOptions, addMcpEndpoint } from './endpoint.ts';
