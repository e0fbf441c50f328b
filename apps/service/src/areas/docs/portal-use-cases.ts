import type { AreaStore } from '../../platform/ports.ts';
import type { Endpoints } from '../api-description/endpoint-matchers.ts';
import type { MetricsPorts } from '../metrics/store.ts';
import { type DescribedUseCase, describeUseCases } from '../use-cases/describe-use-case.ts';
import { type ExportedSkill, exportSkill, getSkillName, type StepOperation } from '../use-cases/export-skill.ts';
import type { UseCasePorts } from '../use-cases/store.ts';
import { ByteCache } from './byte-cache.ts';
import { computeEtag } from './page-rows.ts';
import type { PortalReader } from './portal-reader.ts';
import type { PublishedReference } from './portal-reference.ts';
import type { DocsPage } from './store.ts';

/** Path of the list of use cases, and of the folder with their pages. */
const LIST_PATH = 'use-cases';
/** Position of the use cases in the navigation: after the pages. */
const LAST_ORDER = 1_000_000;
const MAX_CACHED_USE_CASES = 5_000;
const MAX_TITLE_CHARS = 120;
const MAX_DESCRIPTION_CHARS = 300;

/** The use cases that a reader can see, as pages and as skills. */
export interface PublishedUseCases {
  /** Version that changes with the use cases, and with the OpenAPI document that contains their operations. */
  readonly version: string;
  /** The pages, by their paths. */
  readonly pages: ReadonlyMap<string, DocsPage>;
  /** Paths of the pages, by the ids of their workflows. */
  readonly paths: ReadonlyMap<string, string>;
  /** The skills, by their names. */
  readonly skills: ReadonlyMap<string, ExportedSkill>;
}

const NONE: PublishedUseCases = { version: '', pages: new Map(), paths: new Map(), skills: new Map() };

/** Services that the use cases of a portal require. */
export interface PortalUseCaseServices {
  readonly store: AreaStore<UseCasePorts & MetricsPorts>;
  readonly endpoints: Pick<Endpoints, 'getMatcher'>;
}

/** Creates the pages and skills of use cases. */
export class PortalUseCases {
  readonly #services: PortalUseCaseServices;
  readonly #published = new ByteCache<PublishedUseCases>(MAX_CACHED_USE_CASES);

  constructor(services: PortalUseCaseServices) {
    this.#services = services;
  }

  /**
   * Returns the use cases that a reader can see.
   * @param readReference the API reference that the same reader can see. Steps link to its pages
   */
  async list(
    { state, audience }: PortalReader,
    readReference: Promise<PublishedReference>,
  ): Promise<PublishedUseCases> {
    const { projectId, useCasesVersion, description } = state;
    if (useCasesVersion === '') return NONE;
    const { version: referenceVersion, operationPaths } = await readReference;
    const sha256 = description?.removedAt === null ? description.sha256 : undefined;
    const version = `${useCasesVersion} ${sha256} ${referenceVersion}`;
    const key = JSON.stringify([projectId, version, audience]);
    const knownUseCases = this.#published.get(key);
    if (knownUseCases) return knownUseCases;
    const all = await this.#services.store.useCases.list(projectId);
    const visibleUseCases = audience === 'members' ? all : all.filter((each) => each.public);
    const published = createPages(
      version,
      await describeUseCases(this.#services, projectId, visibleUseCases),
      ({ method, route }) => operationPaths.get(`${method} ${route}`),
    );
    this.#published.set(key, published, visibleUseCases.length + 1);
    return published;
  }
}

function createPages(
  version: string,
  useCases: readonly DescribedUseCase[],
  findPath: (operation: StepOperation) => string | undefined,
): PublishedUseCases {
  if (useCases.length === 0) return { ...NONE, version };
  const skills = new Map<string, ExportedSkill>();
  const pages = new Map<string, DocsPage>();
  const paths = new Map<string, string>();
  const lines: string[] = [];
  for (const [index, useCase] of useCases.entries()) {
    const name = chooseName(getSkillName(useCase.workflow.workflowId), skills);
    const skill = exportSkill(useCase, name, findPath);
    skills.set(name, skill);
    const path = `${LIST_PATH}/${name}`;
    paths.set(useCase.workflow.workflowId, path);
    const description = cut(useCase.goal, MAX_DESCRIPTION_CHARS);
    const { title, updatedAt } = useCase;
    pages.set(
      path,
      createPage({ path, title, description, updatedAt, order: index, public: useCase.public, markdown: skill.text }),
    );
    const label = cut(title, MAX_TITLE_CHARS).replaceAll(/[[\]\\]/g, '\\$&');
    lines.push(`- [${label}](/${path})${description === '' ? '' : `: ${description}`}`);
  }
  const updatedAt =
    useCases
      .map((each) => each.updatedAt)
      .toSorted()
      .at(-1) ?? '';
  const isPublic = useCases.some((each) => each.public);
  const list = {
    path: LIST_PATH,
    title: 'Use cases',
    description: 'Tasks that take several calls of the API, step by step',
    markdown: `${lines.join('\n')}\n`,
    order: LAST_ORDER,
    public: isPublic,
    updatedAt,
  };
  return { version, skills, paths, pages: new Map([[LIST_PATH, createPage(list)], ...pages]) };
}

function createPage(content: Omit<DocsPage, 'source' | 'etag'>): DocsPage {
  const page = { ...content, title: cut(content.title, MAX_TITLE_CHARS), source: null };
  return { ...page, etag: computeEtag(page) };
}

/** Two workflow ids can result in the same name, for example `aB` and `a-b`. */
function chooseName(name: string, takenNames: ReadonlyMap<string, unknown>): string {
  for (let number = 1, chosen = name; ; number += 1, chosen = `${name.slice(0, 60)}-${number}`) {
    if (!takenNames.has(chosen)) return chosen;
  }
}

const cut = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 1).toWellFormed()}…` : text;
