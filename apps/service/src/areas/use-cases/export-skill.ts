import type { DescribedStep, DescribedUseCase } from './describe-use-case.ts';
import type { WorkflowStep } from './store.ts';

/** Maximum lengths of the name and the description of a skill, as the skill format requires. */
const MAX_NAME_CHARS = 64;
const MAX_DESCRIPTION_CHARS = 1_024;

/** The text of `SKILL.md`. */
export interface ExportedSkill {
  readonly name: string;
  readonly description: string;
  readonly markdown: string;
  /** The instructions without the title, the goal and the parts that are specific to skills. Operations link to their pages. */
  readonly text: string;
}

/** An operation of a step. */
export type StepOperation = NonNullable<DescribedStep['operation']>;
/** Returns the path of an operation's page; undefined if there is no page to link to. */
type FindOperationPath = (operation: StepOperation) => string | undefined;

/**
 * Returns a use case as a skill. The skill is self-contained, so that an agent gets the whole task in one response.
 * @param name name of the skill. By default, derived from the id of the workflow
 * @param findPath returns the pages of operations that the text links to. By default, there are no links
 */
export function exportSkill(
  useCase: DescribedUseCase,
  name = getSkillName(useCase.workflow.workflowId),
  findPath: FindOperationPath = () => undefined,
): ExportedSkill {
  const { title, goal } = useCase;
  const oneLine = [title, goal].filter(Boolean).join(': ').replaceAll(/\s+/g, ' ');
  const description = [...oneLine].slice(0, MAX_DESCRIPTION_CHARS).join('');
  const lines = [
    '---',
    `name: ${name}`,
    // A JSON string is also a valid YAML string.
    `description: ${JSON.stringify(description)}`,
    '---',
    '',
    `# ${title}`,
    '',
    ...(goal === '' ? [] : [goal, '']),
    ...listInstructions(useCase, () => undefined),
  ];
  const join = (list: readonly string[]) => `${list.join('\n').trimEnd()}\n`;
  return { name, description, markdown: join(lines), text: join(listInstructions(useCase, findPath)) };
}

/** Returns the lines of the instructions: the problems, the inputs, the steps and the results. */
function listInstructions(useCase: DescribedUseCase, findPath: FindOperationPath): string[] {
  const { workflow, problems } = useCase;
  const inputs = workflow.inputs === undefined ? [] : ['## Inputs', '', formatJson(workflow.inputs), ''];
  const outputs = workflow.outputs === undefined ? [] : ['## Results', '', formatJson(workflow.outputs), ''];
  return [
    ...formatProblems(problems),
    ...inputs,
    '## Steps',
    '',
    'Continue with the next step only after a step has succeeded.',
    '',
    ...workflow.steps.flatMap((step, index) => formatStep(useCase, step, index, findPath)),
    ...outputs,
  ];
}

/** Formats problems as an alert in the syntax of GitHub. */
function formatProblems(problems: readonly string[]): string[] {
  if (problems.length === 0) return [];
  const [first = ''] = problems;
  const lines = problems.length === 1 ? [`${first}.`] : problems.map((problem) => `- ${problem}.`);
  return [...['[!WARNING]', ...lines].map((line) => `> ${line.replaceAll(/\s+/g, ' ')}`), ''];
}

/** Converts a text to a valid name of a skill. */
export function getSkillName(workflowId: string): string {
  const name = workflowId
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name.slice(0, MAX_NAME_CHARS) || 'use-case';
}

function formatStep(
  { steps }: DescribedUseCase,
  step: WorkflowStep,
  index: number,
  findPath: FindOperationPath,
): string[] {
  const operation = steps[index]?.operation;
  const call = operation
    ? `Call ${formatOperation(operation, findPath)}.`
    : step.workflowId === undefined
      ? `Call the operation \`${step.operationId ?? step.operationPath}\`.`
      : `Follow the use case \`${step.workflowId}\`.`;
  const { description = '', parameters = [], requestBody, successCriteria = [], onFailure = [], outputs } = step;
  const facts = [
    ...parameters.map(
      ({ name, in: place, value }) => `- ${place ?? 'input'} \`${name}\`: \`${JSON.stringify(value)}\``,
    ),
    ...successCriteria.map(({ condition }) => `- Succeeds if \`${condition}\``),
    ...onFailure.map((action) => `- If it fails: ${formatFailure(action)}`),
    ...Object.entries(outputs ?? {}).map(
      ([name, value]) => `- Keep \`${name}\`: \`${typeof value === 'string' ? value : JSON.stringify(value)}\``,
    ),
  ];
  return [
    `### ${index + 1}. ${step.stepId}`,
    '',
    ...(description === '' ? [] : [description, '']),
    call,
    '',
    ...(facts.length === 0 ? [] : [...facts, '']),
    ...(requestBody?.payload === undefined
      ? []
      : [
          `Body${requestBody.contentType ? ` (${requestBody.contentType})` : ''}:`,
          '',
          formatJson(requestBody.payload),
          '',
        ]),
  ];
}

function formatOperation(operation: StepOperation, findPath: FindOperationPath): string {
  const { method, route, operationId } = operation;
  const path = findPath(operation);
  const name = `\`${method} ${route}\``;
  return `${path === undefined ? name : `[${name}](/${path})`}${operationId === null ? '' : ` (\`${operationId}\`)`}`;
}

function formatFailure({
  type,
  stepId,
  retryAfter,
  retryLimit,
  criteria = [],
}: NonNullable<WorkflowStep['onFailure']>[number]): string {
  const conditionText =
    criteria.length === 0 ? '' : ` if ${criteria.map(({ condition }) => `\`${condition}\``).join(' and ')}`;
  if (type === 'end') return `stop${conditionText}`;
  if (type === 'goto') return `continue with step \`${stepId ?? 'of the other use case'}\`${conditionText}`;
  const wait = retryAfter === undefined ? '' : ` after ${retryAfter} s`;
  return `retry${wait}${retryLimit === undefined ? '' : `, at most ${retryLimit} times`}${conditionText}`;
}

/** Formats a value as a code block whose fence is longer than any fence in the value. */
function formatJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  const longest = Math.max(2, ...(json.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${json}\n${fence}`;
}
