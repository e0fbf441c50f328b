import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Component {
  readonly purl: string;
  readonly licenses?: readonly unknown[];
}

it('service-sbom.sh lists the dependencies of the service with the versions of the lockfile, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'service.cdx.json');
  const { status, stderr } = spawnSync('bash', [join(ROOT, 'scripts/release/service-sbom.sh'), file], {
    encoding: 'utf8',
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const bom = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly bomFormat: string;
    readonly metadata: { readonly component: { readonly type: string; readonly purl: string } };
    readonly components: readonly Component[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  expect(bom.metadata.component).toMatchObject({
    type: 'application',
    purl: expect.stringContaining('%40context-sync/service@'),
  });
  const names = bom.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'apps/service/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const [name, version] of Object.entries(dependencies))
    expect(names).toContainEqual(
      version.startsWith('workspace:') ? expect.stringMatching(`^${name}@`) : `${name}@${version}`,
    );
  // The list contains dependencies of dependencies, but no development dependencies.
  expect(names).toContainEqual(expect.stringMatching(/^pg-protocol@/));
  // Markdown parsers depend on type packages of syntax trees. The list contains no other type packages.
  expect(names.filter((name) => /^@types\/(?!(?:hast|mdast|unist|debug|ms)@)/.test(name))).toEqual([]);
  expect(names.filter((name) => /^(?:typescript|vitest|turbo)/.test(name))).toEqual([]);
  const lockfile = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
  for (const name of names.filter((each) => !each.startsWith('@context-sync/'))) expect(lockfile).toContain(name);
});
