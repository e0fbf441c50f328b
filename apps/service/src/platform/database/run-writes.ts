import { getExisting } from '@context-sync/base';
import type { ReadsOf } from './dialect.ts';
import type { Database } from './store.ts';

/**
 * Returns ports that read directly and run each write in a separate transaction. A function that is missing in `reads` runs in a transaction, so
 * that one that was forgotten is slower instead of incomplete after a crash.
 */
export function runWritesInTransactions<Ports extends object>(
  ports: Ports,
  reads: ReadsOf<Ports>,
  transaction: Database<Ports>['transaction'],
): Ports {
  const readsByPort = new Map(Object.entries(reads as Readonly<Record<string, readonly string[]>>));
  const portEntries = Object.entries(ports).map(([port, operations]: [string, object]) => {
    const readNames = readsByPort.get(port) ?? [];
    const functions = Object.entries(operations).map(([name, run]) => {
      const write: AnyFunction = (...given) =>
        transaction(async (inTransaction) => getFunction(inTransaction, port, name)(...given));
      return [name, readNames.includes(name) ? run : write];
    });
    return [port, Object.fromEntries(functions)];
  });
  return Object.fromEntries(portEntries) as Ports;
}

type AnyFunction = (...given: readonly unknown[]) => unknown;

function getFunction(ports: object, port: string, name: string): AnyFunction {
  const operations = getExisting(new Map(Object.entries<Readonly<Record<string, AnyFunction>>>(ports as never)), port);
  return getExisting(new Map(Object.entries(operations)), name);
}
