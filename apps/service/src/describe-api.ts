import { createApp, describe } from './http/app.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

/** What `/openapi.json` shows, without a service that runs. */
export function describeApi(): object {
  const store = openSqliteStore(':memory:');
  try {
    return describe(createApp(store, () => undefined));
  } finally {
    void store.close();
  }
}
