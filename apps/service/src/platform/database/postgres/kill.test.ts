import '../behavior/kill.test.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();
