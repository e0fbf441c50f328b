import { PassThrough } from 'node:stream';
import { runCommandLine } from './run-command-line.ts';
import { createTerminal } from './terminal/terminal.ts';

/** The output of a command, and its exit code. */
export interface CommandResult {
  readonly exitCode: number;
  readonly output: string;
  readonly messages: string;
}

/** Runs the command line in a folder, without the environment variables of the test process. */
export async function runIn(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  isTerminal = false,
): Promise<CommandResult> {
  const streams = [createStream(isTerminal), createStream(isTerminal)] as const;
  const [output, messages] = streams;
  const terminal = createTerminal(output.stream, messages.stream, env);
  const exitCode = await runCommandLine(args, { terminal, env, folder });
  return { exitCode, output: output.read(), messages: messages.read() };
}

function createStream(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY }) as PassThrough & { isTTY: boolean };
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { stream: stream as unknown as Parameters<typeof createTerminal>[0], read: () => text };
}

export const DOCS: Readonly<Record<string, string>> = {
  'docs/index.md': '# Welcome\n\nThe API of the octopus. See the [limits](limits.md).\n',
  'docs/limits.md': '# Limits\n\n## Rate\n\nSixty requests a minute.\n\n## Size\n\nOne megabyte for each body.\n',
};
