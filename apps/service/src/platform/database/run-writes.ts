import type { PortReads, ReadKind } from './dialect.ts';
import type { Database } from './store.ts';

/**
 * Returns ports that read directly and run each write in a separate transaction. A function that is not listed in `reads` runs in a transaction, so a
 * read that was forgotten in the list is slower, but no write is incomplete after a crash.
 * @param getTransaction returns the function that runs the transactions of a port function
 */
export function runWritesInTransactions<Ports extends object>(
  ports: Ports,
  reads: PortReads<Ports>,
  getTransaction: (port: string, name: string) => Database<Ports>['transaction'],
): Ports {
  return mapPorts(ports, (port, name, run) => {
    if (getReadKind(reads, port, name)) return run;
    const transaction = getTransaction(port, name);
    return (...given) => transaction(async (inTransaction) => getFunction(inTransaction, port, name)(...given));
  });
}

/**
 * Returns ports in which `replace` has replaced every function.
 * @param replace returns the new function for a function of a port
 */
export function mapPorts<Ports extends object>(
  ports: Ports,
  replace: (port: string, name: string, run: PortFunction) => PortFunction,
): Ports {
  const portEntries = Object.entries(ports).map(([port, operations]: [string, PortFunctions]) => [
    port,
    Object.fromEntries(Object.entries(operations).map(([name, run]) => [name, replace(port, name, run)])),
  ]);
  return Object.fromEntries(portEntries) as Ports;
}

/** Returns how a port function reads; undefined if the function writes. */
export function getReadKind<Ports>(reads: PortReads<Ports>, port: string, name: string): ReadKind | undefined {
  return (reads as Readonly<Record<string, Readonly<Record<string, ReadKind>>>>)[port]?.[name];
}

type PortFunction = (...given: readonly unknown[]) => unknown;
type PortFunctions = Readonly<Record<string, PortFunction>>;

/** Returns a port function by the name of the port and the name of the function. @throws Error if the function does not exist */
export function getFunction(ports: object, port: string, name: string): PortFunction {
  const functions = (ports as Readonly<Record<string, PortFunctions>>)[port];
  const run = functions && Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!run) throw new Error(`the store has no function ${port}.${name}`);
  return run;
}
