import { createRequire } from 'node:module';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** By default, the processor keeps 2,048 spans, and drops all others of a burst. */
const MAX_QUEUED_SPANS = 20_000;

/** Starts the HTTP instrumentation of OpenTelemetry with an exporter for OTLP in Protocol Buffers. */
export function startOpenTelemetry(url) {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, compression: 'gzip' });
  const processor = new BatchSpanProcessor({ exporter, maxQueueSize: MAX_QUEUED_SPANS });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    instrumentations: [new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true })],
  });
  // The instrumentation changes the prototype of the server when the module is required, which also applies to imports.
  createRequire(import.meta.url)('node:http');
  return { flush: () => provider.forceFlush() };
}
