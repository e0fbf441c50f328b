// This file runs the tests of the index of context items on PostgreSQL in every test run, because PostgreSQL runs transactions concurrently.
import '../behavior/context-index.test.ts';
import '../behavior/context-search.test.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();
