// This program runs one API with or without a capture SDK in a separate process.
// application.mjs <application> <variant> <url of the service> <speed of timers>
import { startOpenTelemetry } from './open-telemetry.mjs';

const [application = '', variant = '', url = '', speed = '1'] = process.argv.slice(2);

/** Shortens the delay of every `setTimeout`, so that an hour of retries takes only seconds. */
function speedUpTimers(factor) {
  const originalSetTimeout = globalThis.setTimeout;
  const setFastTimeout = (action, ms = 0, ...rest) => originalSetTimeout(action, ms / factor, ...rest);
  globalThis.setTimeout = Object.assign(setFastTimeout, originalSetTimeout);
}

if (Number(speed) !== 1) speedUpTimers(Number(speed));
// The instrumentation must be registered before the servers are imported.
const tracing = variant === 'otel' ? startOpenTelemetry(url) : undefined;
const { createCapture } = await import('./capture.mjs');
const { startServer } = await import('./servers.mjs');
const capture = createCapture(application, variant, url);
/** Sends the data that the SDK has queued. Does nothing without an SDK. */
const flush = tracing?.flush ?? capture.flush;

process.on('message', async (message) => {
  if (message === 'flush') await flush();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  // The message has the same properties as `Usage` in api-processes.ts.
  process.send?.({ cpuMicroseconds: user + system, rss, heapUsed, external, arrayBuffers });
});
process.on('disconnect', () => process.exit());

process.send?.({ port: await startServer(application, capture) });
