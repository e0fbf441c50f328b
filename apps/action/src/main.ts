import './check-node.ts';
import { runAction } from './run-action.ts';

await runAction();
