import type { PageState, PageWorld } from '../../testing/page-state.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { workflowSchema } from './arazzo.ts';
import { WORKFLOW } from './workflow.fixture.ts';

const LIST = `/projects/${OWN_PROJECT}/use-cases`;
const ROUTE = '/projects/:slug/use-cases';

/** Stores a use case with a step that has a long name. @returns the path of its page */
async function openUseCase({ store, project }: PageWorld): Promise<string> {
  const [first, second] = WORKFLOW.steps;
  const workflow = workflowSchema.parse({
    ...WORKFLOW,
    steps: [
      { ...first, stepId: 'find-'.repeat(12) },
      { ...second, onFailure: [] },
    ],
  });
  const stored = await store.useCases.create(project.id, { workflow, public: true });
  return `${LIST}/${'id' in stored ? stored.id : ''}`;
}

export const PAGE_STATES: readonly PageState[] = [
  {
    route: `GET ${ROUTE}`,
    state: 'with a use case',
    async path(world) {
      await openUseCase(world);
      return LIST;
    },
    shows: WORKFLOW.summary,
  },
  { route: `GET ${ROUTE}`, state: 'empty', path: LIST, shows: 'No use cases yet' },
  { route: `GET ${ROUTE}/:id`, state: 'with problems', path: openUseCase, shows: 'As a skill' },
  {
    route: `GET ${ROUTE}/:id`,
    state: 'that does not exist',
    path: `${LIST}/none`,
    status: 404,
    shows: 'There is no such use case',
  },
];
