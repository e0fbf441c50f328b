// This file runs the tests of upgrades on the PostgreSQL store.
import '../behavior/upgrade.test.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();
