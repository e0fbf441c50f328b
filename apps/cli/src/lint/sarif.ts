import { getLevel, LINT_RULES, type LintFinding, type LintRule } from './lint-finding.ts';

/** Returns the findings as a SARIF 2.1.0 log, which code scanners and editors read. */
export function createSarif(findings: readonly LintFinding[], version: string): unknown {
  const names = Object.keys(LINT_RULES);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'context-sync',
            version,
            informationUri: 'https://github.com/OWNER/context-sync',
            rules: Object.entries<LintRule>(LINT_RULES).map(([id, { level, description, fix }]) => ({
              id,
              shortDescription: { text: description },
              help: { text: fix },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: names.indexOf(finding.rule),
          level: getLevel(finding),
          message: { text: finding.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(finding.path), uriBaseId: '%SRCROOT%' },
                region: { startLine: Math.max(1, finding.line) },
              },
            },
          ],
        })),
      },
    ],
  };
}
