import { UsageError } from '../platform/cli/usage-error.ts';
import type { PortalHost } from '../platform/http/portal-hosts.ts';
import { getLabel, type ServeSettingsReader } from './serve-settings.ts';

/** Returns the hosts that show one portal each. @throws UsageError */
export function readPortalHosts(settings: ServeSettingsReader): PortalHost[] {
  const publicUrl = settings.getPublicUrl();
  const label = getLabel('portal-host');
  const hosts = settings.list('portal-host').map((text) => {
    const [, name = '', slug = ''] = /^([^=/@:?#\s]+)=([a-z0-9][a-z0-9-]*)$/i.exec(text) ?? [];
    const host = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : '';
    if (host === '') {
      throw new UsageError(
        `${label} must be host names with the slugs of projects, such as docs.example.com=pets (got "${text}")`,
      );
    }
    if (publicUrl !== undefined && new URL(publicUrl).hostname === host) {
      throw new UsageError(
        `${label} must not contain the host of --public-url, at which nothing but the portal would be reachable (got "${text}")`,
      );
    }
    return { host, slug };
  });
  const duplicate = hosts.find(({ host }, index) => hosts.findIndex((each) => each.host === host) !== index);
  if (duplicate) throw new UsageError(`${label} contains the host ${duplicate.host} twice`);
  return hosts;
}
