import type { RouteMatcher } from '@context-sync/openapi';
import { getEndpointId, getEndpointName } from '../logs/endpoint-name.ts';
import type { UseCaseServices } from './services.ts';
import type { UseCase, WorkflowStep } from './store.ts';

/** A step with its operation in the project's OpenAPI document. */
export interface DescribedStep {
  readonly stepId: string;
  readonly description: string;
  /** Null if the step runs another workflow, or if the OpenAPI document does not contain the operation. */
  readonly operation: { readonly method: string; readonly route: string; readonly operationId: string | null } | null;
  /** Endpoint that counts the requests to the operation. */
  readonly endpointId: string | null;
  /** Id of the workflow that the step runs instead of an operation. */
  readonly workflowId: string | null;
}

/** A use case with the derived data that pages and tools show. */
export interface DescribedUseCase extends UseCase {
  readonly title: string;
  readonly goal: string;
  readonly steps: readonly DescribedStep[];
  /** Problems of steps that can no longer be executed. */
  readonly problems: readonly string[];
}

/** Returns use cases with the operations of their steps, and the problems of operations that the OpenAPI document does not contain. */
export async function describeUseCases(
  { endpoints }: UseCaseServices,
  projectId: string,
  useCases: readonly UseCase[],
): Promise<DescribedUseCase[]> {
  const matcher = await endpoints.getMatcher(projectId);
  return useCases.map((useCase) => {
    const steps = useCase.workflow.steps.map((step) => describeStep(step, matcher));
    return {
      ...useCase,
      title: useCase.workflow.summary,
      goal: useCase.workflow.description ?? '',
      steps,
      problems: findProblems(useCase, steps, matcher),
    };
  });
}

function describeStep(step: WorkflowStep, matcher: RouteMatcher): DescribedStep {
  const { stepId, description = '', workflowId = null } = step;
  const endpoint = findEndpoint(step, matcher);
  const operationId = endpoint ? (matcher.operationId(endpoint.method, endpoint.route) ?? null) : null;
  return {
    stepId,
    description,
    operation: endpoint ? { ...endpoint, method: endpoint.method.toUpperCase(), operationId } : null,
    endpointId: endpoint
      ? getEndpointId(getEndpointName({ method: endpoint.method.toUpperCase(), route: endpoint.route }))
      : null,
    workflowId,
  };
}

/** Returns the endpoint of a step's operation; undefined if the OpenAPI document does not contain the operation. */
function findEndpoint({ operationId, operationPath }: WorkflowStep, matcher: RouteMatcher) {
  // An operation id can be prefixed with its source document. A project has only one OpenAPI document, so the prefix is ignored.
  if (operationId !== undefined) return matcher.getEndpoint(operationId.replace(/^\$sourceDescriptions\.[\w-]+\./, ''));
  const [, path = '', method = ''] = /#\/paths\/([^/]+)\/([a-z]+)$/i.exec(operationPath ?? '') ?? [];
  const route = decode(path).replaceAll('~1', '/').replaceAll('~0', '~');
  const found = matcher.getMethods(route).find((each) => each === method.toUpperCase());
  return found === undefined ? undefined : { method: found, route };
}

function findProblems(
  { workflow }: UseCase,
  steps: readonly DescribedStep[],
  matcher: RouteMatcher,
): readonly string[] {
  const missingStep = workflow.steps.filter(
    ({ workflowId }, index) => workflowId === undefined && steps[index]?.operation === null,
  );
  if (missingStep.length > 0 && !matcher.hasRoutes)
    return ['The project has no OpenAPI document that can be read, so no step can be checked'];
  return missingStep.map(
    ({ stepId, operationId, operationPath }) =>
      `Step ${stepId}: the OpenAPI document has no operation ${operationId ?? operationPath}`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
