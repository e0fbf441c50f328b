import type { SqlContext } from '../../dialect.ts';
import type { PortsModule } from './thread-messages.ts';

/** Loads the function that creates the ports in a database thread. */
export async function loadPorts({ url, options }: PortsModule): Promise<(context: SqlContext) => object> {
  const { createPorts } = (await import(url)) as { createPorts(context: SqlContext, options: unknown): object };
  return (context) => createPorts(context, options);
}
