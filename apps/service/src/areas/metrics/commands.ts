import { Command } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { runToSafePoint } from '../../platform/cli/run-to-safe-point.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { createRouteAssigner } from '../api-description/assign-route.ts';
import { Endpoints } from '../api-description/endpoint-matchers.ts';
import { OpenapiDocuments } from '../api-description/openapi-documents.ts';
import { OpenapiParsers } from '../api-description/openapi-parsers.ts';
import type { ApiDescriptionPorts } from '../api-description/store.ts';
import type { LogPorts } from '../logs/store.ts';
import { rebuildTraffic } from './fold-traffic.ts';
import type { MetricsPorts } from './store.ts';

export function createMetricsCommands(
  cli: CliContext<PlatformPorts & MetricsPorts & ApiDescriptionPorts & LogPorts>,
): Command[] {
  return [
    new Command('rebuild-metrics')
      .description(
        'assign the stored logs to endpoints and count them again, day by day; days with deleted logs keep their counts',
      )
      .argument('<slug>')
      .action((slug: string) =>
        cli.useStore(async (store) => {
          const { id } = await store.accounts.projectBySlug(slug);
          // The counts change in many transactions, so the entry is recorded before the first one.
          await store.audit.record({
            ...cli.operator,
            action: 'metrics.rebuild',
            target: id,
            slug,
            outcome: 'succeeded',
          });
          const parsers = new OpenapiParsers();
          try {
            const endpoints = new Endpoints(new OpenapiDocuments(store, parsers), (error) =>
              cli.terminal.error(String(error)),
            );
            const assignRoute = createRouteAssigner(await endpoints.getMatcher(id));
            let counted = 0;
            const days = await runToSafePoint(
              cli.terminal,
              () => `days counted again: ${counted}. Run rebuild-metrics again to count all of them.`,
              (signal) =>
                rebuildTraffic(store, id, {
                  assignRoute,
                  signal,
                  onDay(count) {
                    counted = count;
                  },
                }),
            );
            cli.terminal.out(`days counted again: ${days}`);
          } finally {
            await parsers.close();
          }
        }),
      ),
  ];
}
