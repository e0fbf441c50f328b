export { addMcpEndpoint, type McpOptions } from './endpoint.ts';
