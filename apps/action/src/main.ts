import './check-node.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { runAction } from './run-action.ts';

limitHeapGrowth();
await runAction();
