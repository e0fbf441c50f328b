// A command for the worker process of the tests. The process executes one command per message.
export interface Deed {
  readonly echo?: unknown;
  /** Runs an infinite loop. */
  readonly hang?: true;
  /** Allocates more and more memory, in many arrays or in one growing map. */
  readonly grow?: 'array' | 'map';
  readonly exit?: number;
  readonly print?: string;
}

process.on('message', ({ echo, hang, grow, exit, print }: Deed) => {
  if (print !== undefined) process.stderr.write(print);
  if (exit !== undefined) process.exit(exit);
  while (hang) process.hrtime();
  if (grow === 'array') for (const list: number[][] = []; ; ) list.push([list.length]);
  if (grow === 'map') for (const map = new Map<number, number>(); ; ) map.set(map.size, 0);
  process.send?.({ echo, argument: process.argv[2], environment: Object.keys(process.env) });
});
process.send?.('ready');
