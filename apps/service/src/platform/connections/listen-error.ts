import { getErrorCode, getErrorMessage } from '@context-sync/base';

/** An error for a host and port that the service cannot listen on. */
export class ServeError extends Error {
  override readonly name = 'ServeError';
}

/** A host and port to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Prefix of the names of the options `host` and `port` for this listener. */
  readonly optionPrefix: '' | 'metrics-';
}

/** Creates an error whose message contains the host and port, the reason and the fix. */
export function createListenError(address: ListenAddress, cause: unknown): ServeError {
  return new ServeError(`cannot listen on ${address.host}, port ${address.port}: ${explain(address, cause)}`, {
    cause,
  });
}

function explain({ host, port, optionPrefix }: ListenAddress, cause: unknown): string {
  const hostOption = formatOption(`${optionPrefix}host`);
  const portOption = formatOption(`${optionPrefix}port`);
  switch (getErrorCode(cause)) {
    case 'EADDRINUSE':
      return `another program uses the port. Stop that program, or choose another port with ${portOption}`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not use the port${port < 1024 ? ', because ports under 1024 are privileged' : ''}. Choose a port of 1024 or higher with ${portOption}, and forward requests to it with a proxy`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `this machine does not have the IP address ${host}. Set ${hostOption} to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all IPv4 addresses`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no IP address was found for the name "${host}". Set ${hostOption} to an IP address of this machine, such as 127.0.0.1`;
    default:
      return getErrorMessage(cause);
  }
}

function formatOption(name: string): string {
  return `--${name} (or CONTEXT_SYNC_${name.toUpperCase().replaceAll('-', '_')})`;
}
