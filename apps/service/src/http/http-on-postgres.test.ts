// This file runs all tests of the API on PostgreSQL.
import './app.test.ts';
import '../access/authenticate.test.ts';
import '../access/capture-keys.test.ts';
import '../access/key-matrix.test.ts';
import './audited-operations.test.ts';
import './idempotency.test.ts';
import './probes.test.ts';
import './quotas.test.ts';
import './routes/account.test.ts';
import './routes/api-description.test.ts';
import './routes/audit.test.ts';
import './routes/captured-texts.test.ts';
import './routes/context-items.test.ts';
import './routes/context-search.test.ts';
import './routes/cursors.test.ts';
import './routes/data-sources.test.ts';
import './routes/log-batches.test.ts';
import './routes/log-reads.test.ts';
import './routes/log-search.test.ts';
import './routes/logs.test.ts';
import './routes/metrics.test.ts';
import './routes/otlp.test.ts';
import './routes/projects.test.ts';
import './routes/recovery.test.ts';
import './routes/users.test.ts';
import { usePostgres } from '../store/postgres/backend.fixture.ts';

usePostgres();
