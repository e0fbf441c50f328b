// This program serves docs as the command `serve` does, and in addition the tools that the conformance suite requires.
import { addFixtureTools } from '@context-sync/mcp-conformance';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createDocsServer } from './mcp-server.ts';

const SKILL = {
  name: 'rotate-keys',
  description: 'How to rotate keys',
  path: 'skills/rotate/SKILL.md',
  text: '# Rotate',
};

serveStdio(() => {
  const server = createDocsServer(() => Promise.resolve({ commit: '', indexes: new Map(), skills: [SKILL] }), '1.0.0');
  addFixtureTools(server);
  return server;
});
