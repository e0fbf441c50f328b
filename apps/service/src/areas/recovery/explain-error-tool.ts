import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import type { Recovery } from './recovery.ts';

const input = z.strictObject({
  status: z.int().min(400).max(599).describe('HTTP status of the response'),
  method: z.string().min(1).max(16).describe('HTTP method of the request'),
  path: z.string().min(1).max(8_192).describe('URL or path of the request'),
  errorCode: z.string().min(1).max(128).optional().describe('Code of the error. Default: read from the body'),
  body: z.string().max(65_536).optional().describe('Body of the response'),
  project,
});

const step = z.object({
  do: z.string(),
  text: z.string(),
  field: z.string().optional(),
  operation: z.string().optional(),
  url: z.string().optional(),
  example: z.unknown().optional(),
});

const output = z.object({
  project: z.string(),
  hint: z
    .object({
      id: z.string(),
      title: z.string(),
      retryable: z.boolean().nullable(),
      retryAfterSeconds: z.int().nullable(),
      steps: z.array(step),
      documentation: z.string().nullable(),
    })
    .nullable()
    .describe('Null if the project has no hint for this error'),
});
type ExplainedError = z.output<typeof output>;

/** Creates the tool that returns recovery steps for an error of the API. */
export function explainError(recovery: Recovery, viewer: McpViewer): McpTool<typeof input, typeof output> {
  return {
    name: 'explain_error',
    title: 'Explain an error',
    description:
      "Returns what to do after an error response of the project's API: whether a retry helps, and the next steps, as written by the owner of the API.",
    input,
    output,
    async run({ project: slug, path, ...error }) {
      const { id, slug: chosen } = await selectProject(viewer, slug);
      const match = await recovery.find(id, { ...error, url: path });
      const hint = match && {
        ...match.hint,
        retryAfterSeconds: match.hint.retryAfterSeconds ?? null,
        documentation: match.hint.documentation ?? null,
      };
      const data = output.parse({ project: chosen, hint: hint ?? null });
      return { data, text: render(data) };
    },
  };
}

function render({ hint, project: slug }: ExplainedError): string {
  if (!hint) return `${slug} has no hint for this error. Call search_context for the docs about it.`;
  const { title, retryable, retryAfterSeconds, steps, documentation } = hint;
  const wait = retryAfterSeconds === null ? '' : ` after ${retryAfterSeconds} s`;
  const retry =
    retryable === null ? [] : [retryable ? `Retry the same request${wait}.` : 'Do not retry the same request.'];
  const stepList = steps.map((each, index) => {
    const facts = [each.field, each.operation, each.url].filter((fact) => fact !== undefined);
    const example = each.example === undefined ? '' : ` Example: ${JSON.stringify(each.example)}`;
    return `${index + 1}. ${each.text}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${example}`;
  });
  return [title, ...retry, ...stepList, ...(documentation === null ? [] : [`See ${documentation}`])].join('\n');
}
