// Runs the MCP tests on the other store.
import './context.test.ts';
import './endpoints.test.ts';
import './explain-error.test.ts';
import './users.test.ts';
import { usePostgres } from '../store/postgres/backend.fixture.ts';

usePostgres();
