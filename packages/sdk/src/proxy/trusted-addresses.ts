type Net = typeof import('node:net');
type BlockList = InstanceType<Net['BlockList']>;

/** IP address ranges by the names that Express defines. */
const NAMED_RANGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.1/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
]);

/** Returns the module `node:net`. It is not imported statically, so that the entry points also load in runtimes without this module. */
const getNet = (): Net | undefined => globalThis.process?.getBuiltinModule?.('node:net');

/** Returns whether a text is an IP address, a range such as `10.0.0.0/8`, or the name of a range. Returns false in runtimes without `node:net`. */
export function isAddressRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = getNet()?.isIP(address) ?? 0;
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Returns a function that checks whether an IP address is in one of the ranges. */
export function createAddressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const net = getNet();
  if (net === undefined) return () => false;
  const list = new net.BlockList();
  for (const range of ranges.flatMap((each) => NAMED_RANGES.get(each) ?? [each])) addRange(net, list, range);
  return (address) => {
    // A server that listens on IPv6 reports the addresses of IPv4 clients in this form.
    const plainAddress = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    const version = net.isIP(plainAddress);
    return version !== 0 && list.check(plainAddress, version === 4 ? 'ipv4' : 'ipv6');
  };
}

function addRange(net: Net, list: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/');
  const type = net.isIPv4(address) ? 'ipv4' : 'ipv6';
  if (prefix === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(prefix), type);
}
