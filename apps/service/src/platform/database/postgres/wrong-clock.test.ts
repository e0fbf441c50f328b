// This file runs the tests of a wrong clock on PostgreSQL.
import '../behavior/wrong-clock.test.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();
