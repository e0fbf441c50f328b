import { defineInterface } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import type { ApiDescriptionPorts } from '../api-description/store.ts';
import type { LogPorts } from '../logs/store.ts';
import { createMetricsCommands } from './commands.ts';
import { keepFolded } from './fold-traffic.ts';
import { getMetrics } from './get-metrics-tool.ts';
import { addMetricsRoutes } from './routes.ts';
import type { MetricsServices } from './services.ts';
import type { MetricsPorts } from './store.ts';

export const metricsInterface = defineInterface({
  addRoutes: (app, services: MetricsServices) => addMetricsRoutes(app, services),
  listTools: ({ metrics }: MetricsServices, viewer: McpViewer) => [
    registerTool(getMetrics(metrics, viewer), {
      usage: 'For the traffic of the API, its errors and durations, call get_metrics.',
    }),
  ],
  createCommands: (cli: CliContext<PlatformPorts & MetricsPorts & ApiDescriptionPorts & LogPorts>) =>
    createMetricsCommands(cli),
  startJobs: ({ store }: MetricsServices, { report, signal }) => [keepFolded(store, report, signal)],
});
