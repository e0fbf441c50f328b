import { decodeDocument } from '@context-sync/engine/docs/decode-document';
import { pluralize } from '@context-sync/engine/report/report-wording';
import { lintDocs } from '../lint/lint-docs.ts';
import { getLevel, LINT_LEVELS, type LintFinding, type LintLevel } from '../lint/lint-finding.ts';
import { createSarif } from '../lint/sarif.ts';
import type { CommandInput } from '../options/command-definition.ts';
import { readVersion } from '../options/version.ts';
import type { Style } from '../terminal/style.ts';
import { readSourceDocs, type SourceDocs, type Workspace, withWorkspace } from '../workspace/open-workspace.ts';

/** Checks the docs and prints the findings. */
export async function run(input: CommandInput): Promise<number> {
  return withWorkspace(input, async (workspace) => {
    const findings: LintFinding[] = [];
    const links: LinkReasons = { unchecked: new Map(), elsewhere: new Map() };
    for (const source of await readSourceDocs(workspace)) {
      const lines = await readLines(source, workspace);
      findings.push(...lintDocs(source.docs, (path) => lines.get(path) ?? []));
      addCounts(links.unchecked, source.docs.uncheckedLinks);
      addCounts(links.elsewhere, source.docs.linksElsewhere);
    }
    print(input, findings, links);
    return isFailing(findings, input.getValue('fail-level')) ? 1 : 0;
  });
}

/** Numbers of links that were not compared with files, by reason. */
interface LinkReasons {
  /** Links for which no rule is known. */
  readonly unchecked: Map<string, number>;
  /** Links to pages of the website that the repository does not contain. */
  readonly elsewhere: Map<string, number>;
}

function addCounts(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [reason, count] of counts) sums.set(reason, (sums.get(reason) ?? 0) + count);
}

async function readLines({ docs }: SourceDocs, { snapshot }: Workspace): Promise<ReadonlyMap<string, string[]>> {
  const { documents } = docs.wanted;
  const lines = new Map<string, string[]>();
  let index = 0;
  for await (const bytes of snapshot.git.read(documents.map(({ blob }) => blob))) {
    const document = documents[index];
    index += 1;
    if (document) lines.set(document.path, decodeDocument(bytes).text.split(/\r\n?|\n/));
  }
  return lines;
}

/** Returns whether a finding is at least as serious as the level of `--fail-level`. */
function isFailing(findings: readonly LintFinding[], level = 'warning'): boolean {
  if (level === 'never') return false;
  const limit = LINT_LEVELS.indexOf(level as LintLevel);
  return findings.some((finding) => LINT_LEVELS.indexOf(getLevel(finding)) <= limit);
}

function print(input: CommandInput, findings: readonly LintFinding[], { unchecked, elsewhere }: LinkReasons): void {
  const { terminal } = input;
  const format = input.isSet('json') ? 'json' : input.getValue('format');
  const level = input.getValue('level') as LintLevel;
  const selectedFindings = findings.filter((each) => LINT_LEVELS.indexOf(getLevel(each)) <= LINT_LEVELS.indexOf(level));
  if (format === 'sarif') {
    terminal.write(`${JSON.stringify(createSarif(selectedFindings, readVersion()), null, 2)}\n`);
  } else if (format === 'json') {
    const results = selectedFindings.map((finding) => ({ level: getLevel(finding), ...finding }));
    const counts = { unchecked: Object.fromEntries(unchecked), elsewhere: Object.fromEntries(elsewhere) };
    terminal.write(`${JSON.stringify({ findings: results, ...counts }, null, 2)}\n`);
  } else {
    for (const [path, own] of Map.groupBy(selectedFindings, (finding) => finding.path)) {
      terminal.print(`${terminal.style.bold(path)}\n${renderFindings(own, terminal.style)}\n`);
    }
    for (const [reason, count] of unchecked) {
      terminal.print(terminal.style.dim(`${pluralize(count, 'link')} not checked: ${reason}`));
    }
    for (const [reason, count] of elsewhere) {
      terminal.print(terminal.style.dim(`${pluralize(count, 'link')} kept: ${reason}`));
    }
    terminal.print(terminal.style.bold(describeFindings(findings)));
  }
}

function renderFindings(findings: readonly LintFinding[], style: Style): string {
  const colors = { error: style.red, warning: style.yellow, note: style.cyan };
  const width = String(Math.max(...findings.map(({ line }) => line))).length;
  return findings
    .map((finding) => {
      const level = getLevel(finding);
      const { line, message, rule } = finding;
      return `  ${String(line).padStart(width)}  ${colors[level](level.padEnd(7))}  ${message}  ${style.dim(rule)}`;
    })
    .join('\n');
}

function describeFindings(findings: readonly LintFinding[]): string {
  if (findings.length === 0) return 'No findings';
  const counts = LINT_LEVELS.map(
    (level) => [level, findings.filter((each) => getLevel(each) === level).length] as const,
  );
  const words = counts.filter(([, count]) => count > 0).map(([level, count]) => pluralize(count, level));
  return `${words.join(', ')} in ${pluralize(new Set(findings.map(({ path }) => path)).size, 'file')}`;
}
