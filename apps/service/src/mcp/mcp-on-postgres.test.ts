// This file runs the MCP tests on PostgreSQL.
import './context-tools.test.ts';
import './endpoints.test.ts';
import './explain-error.test.ts';
import './user-tools.test.ts';
import { usePostgres } from '../store/postgres/backend.fixture.ts';

usePostgres();
