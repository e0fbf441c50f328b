import { Command, Option } from 'commander';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { formatTable } from '../../platform/cli/format-table.ts';
import { quoteText } from '../../platform/errors/describe-value.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { FEEDBACK_STATUSES, type FeedbackPorts, type FeedbackStatus } from './store.ts';

/** Maximum number of reports that `list-feedback` prints. */
const MAX_LISTED = 500;

export function createFeedbackCommands(cli: CliContext<PlatformPorts & FeedbackPorts>): Command[] {
  return [
    new Command('list-feedback')
      .description('list what agents, users and readers have reported, the most recent first')
      .argument('<slug>')
      .addOption(new Option('--status <status>', 'only reports with this status').choices(FEEDBACK_STATUSES))
      .action((slug: string, { status }: { status?: FeedbackStatus }) =>
        cli.useStore(async ({ accounts, feedback }) => {
          const { id } = await accounts.projectBySlug(slug);
          const { items } = await feedback.list(id, { status }, { limit: MAX_LISTED });
          const rows = items.map((each) => [
            each.id,
            each.status,
            each.kind,
            `${each.times}x`,
            each.lastAt,
            each.about ? `${each.about.type} ${quoteText(each.about.ref)}` : '-',
            quoteText(each.detail),
          ]);
          for (const line of formatTable(rows)) cli.terminal.out(line);
          if (rows.length === 0) {
            cli.terminal.error(
              `Project ${slug} has no reports${status === undefined ? '' : ` with the status ${status}`}`,
            );
          }
        }),
      ),
  ];
}
