import { createApp, openApiDocument } from './app.ts';
import { openSqliteStore } from './open-store.ts';

/** Returns the document that `/openapi.json` serves, without starting the service. */
export function describeApi(): object {
  const store = openSqliteStore(':memory:');
  try {
    return openApiDocument(createApp(store, () => undefined));
  } finally {
    void store.close();
  }
}
