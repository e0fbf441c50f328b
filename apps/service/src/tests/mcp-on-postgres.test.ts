// This file runs the MCP tests on PostgreSQL.
import '../areas/context/context-tools.test.ts';
import '../areas/api-description/endpoints.test.ts';
import '../areas/feedback/feedback-tools.test.ts';
import '../areas/mcp/tool-catalog.test.ts';
import '../areas/oauth/attacks.test.ts';
import '../areas/oauth/oauth.test.ts';
import '../areas/recovery/explain-error-tool.test.ts';
import '../areas/use-cases/use-case-tools.test.ts';
import '../areas/users/list-users-at-risk-tool.test.ts';
import { usePostgres } from '../platform/database/postgres/backend.fixture.ts';

usePostgres();
