/** Values of `Forwarded` headers (RFC 7239) by parameter. A proxy that omits a parameter is represented by an empty text. */
export interface ForwardedValues {
  readonly addresses: readonly string[];
  readonly protocols: readonly string[];
  readonly hosts: readonly string[];
}

const PARAMETER = /(?:^|;)\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*(?=;|$)/g;

/** Parses the `Forwarded` header. Each element is from one proxy. */
export function parseForwarded(header: string): ForwardedValues {
  const elements = splitElements(header).map(parseElement);
  const select = (name: string) => elements.map((element) => element.get(name) ?? '');
  return { addresses: select('for').map(parseNode), protocols: select('proto'), hosts: select('host') };
}

/** Splits a header at the commas outside of quoted texts. */
function splitElements(header: string): string[] {
  const elements = header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return elements.map((element) => element.trim()).filter((element) => element !== '');
}

function parseElement(element: string): Map<string, string> {
  const parameters = [...element.matchAll(PARAMETER)];
  return new Map(
    parameters.map(([, name = '', quoted, token = '']) => [
      name.toLowerCase(),
      quoted === undefined ? token : quoted.replaceAll(/\\(.)/g, '$1'),
    ]),
  );
}

/** Returns the IP address in the identifier of a node, such as `192.0.2.1:80` or `[2001:db8::1]:80`. */
function parseNode(node: string): string {
  const ipv6 = /^\[([^\]]*)\]/.exec(node)?.[1];
  return ipv6 ?? node.replace(/^([\d.]+):\w+$/, '$1');
}
