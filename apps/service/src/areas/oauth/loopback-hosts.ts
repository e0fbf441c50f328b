/** Returns whether a host name of a URL is this machine, as a browser on it resolves the name. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
