// The behaviour that every store has, once more on this one.
import '../behaviour/accounts.test.ts';
import '../behaviour/api-descriptions.test.ts';
import '../behaviour/audit.test.ts';
import '../behaviour/backup.test.ts';
import '../behaviour/context-search.test.ts';
import '../behaviour/log-search.test.ts';
import '../behaviour/restart.test.ts';
import '../behaviour/retention.test.ts';
import '../behaviour/transactions.test.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();
