import { runAction } from './run-action.ts';

await runAction();
