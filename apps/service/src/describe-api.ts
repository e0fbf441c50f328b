import { createApp, openApiDocument } from './http/app.ts';
import { openSqliteStore } from './store/sqlite/store.ts';

/** Returns the document that `/openapi.json` serves, without starting the service. */
export function describeApi(): object {
  const store = openSqliteStore(':memory:');
  try {
    return openApiDocument(createApp(store, () => undefined));
  } finally {
    void store.close();
  }
}
