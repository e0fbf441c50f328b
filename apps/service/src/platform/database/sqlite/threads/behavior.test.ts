// This file runs the tests that SQLite and PostgreSQL share on the threaded SQLite store.
import '../../behavior/accounts.test.ts';
import '../../behavior/api-descriptions.test.ts';
import '../../behavior/audit.test.ts';
import '../../behavior/backup.test.ts';
import '../../behavior/concurrent-limits.test.ts';
import '../../behavior/users.test.ts';
import '../../behavior/clock.test.ts';
import '../../behavior/context-index.test.ts';
import '../../behavior/context-search.test.ts';
import '../../behavior/erasures.test.ts';
import '../../behavior/hints.test.ts';
import '../../behavior/log-search.test.ts';
import '../../behavior/name-limits.test.ts';
import '../../behavior/project-search.test.ts';
import '../../behavior/rebuild.test.ts';
import '../../behavior/restart.test.ts';
import '../../behavior/retention.test.ts';
import '../../behavior/tables.test.ts';
import '../../behavior/traffic.test.ts';
import '../../behavior/transactions.test.ts';
import '../../behavior/user-detail.test.ts';
import { useThreads } from './threads.fixture.ts';

useThreads();
