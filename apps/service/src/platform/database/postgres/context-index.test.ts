// This file runs the tests of the index of context items on PostgreSQL in each test run, because its transactions run at the same time.
import '../behavior/context-index.test.ts';
import '../behavior/context-search.test.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();
