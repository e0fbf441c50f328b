import type { Project } from '../access/accounts.ts';
import type { McpViewer } from './mcp-viewer.ts';
import { ToolError } from './tool-error.ts';

/** Settings of a tool that the owners of a project have changed. */
export interface ToolSetting {
  readonly projectId: string;
  readonly name: string;
  /** Whether clients can list and call the tool. */
  readonly enabled: boolean;
  /** Description that replaces the tool's own description; null if it is not replaced. */
  readonly description: string | null;
}

/** A finished call of a tool. */
export interface ToolCall {
  readonly projectId: string;
  readonly tool: string;
  /** Name that the client reports. */
  readonly client: string;
  readonly isError: boolean;
  readonly durationMs: number;
  /** The intent that the agent states; undefined if the agent states no intent, or the project does not ask for intents. */
  readonly intent?: string | undefined;
}

/** Settings that the owners of projects have changed. */
export interface ToolSettings {
  readonly tools: readonly ToolSetting[];
  /** The projects that ask agents for their intent. */
  readonly intentProjects: readonly string[];
}

/** Provides the settings of tools, and counts calls. */
export interface ToolRegistry {
  readSettings(projectIds: readonly string[]): Promise<ToolSettings>;
  /** Counts a call. Must return immediately. */
  recordCall(call: ToolCall): void;
}

/** A tool with the settings that apply to one viewer. */
export interface ToolOffer {
  readonly description: string;
  /** Whether agents are asked for their intent. */
  readonly asksIntent: boolean;
  /** @throws ToolError if the tool is turned off in the project of the call */
  checkCall(slug: string | undefined): void;
  recordCall(slug: string | undefined, call: Omit<ToolCall, 'projectId' | 'tool'>): void;
}

/** The properties of a tool to which the settings of projects apply. */
interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly isOffByDefault: boolean;
}

/** Returns whether a project offers a tool. @param setting settings that the project has changed */
export function isToolEnabled(
  { isOffByDefault }: Pick<OfferedTool, 'isOffByDefault'>,
  setting: Pick<ToolSetting, 'enabled'> | undefined,
): boolean {
  return setting?.enabled ?? !isOffByDefault;
}

/** The tools of a server for one viewer, with the settings of the viewer's projects. */
export interface ToolOffers {
  /** Whether the tool is turned on in at least one of the projects. */
  isEnabled(tool: OfferedTool): boolean;
  createOffer(tool: OfferedTool): ToolOffer;
}

/**
 * Reads which tools the projects of a viewer offer. If this fails, each call fails with the same error, because the tool may be turned off.
 */
export async function readToolOffers(viewer: McpViewer, registry: ToolRegistry): Promise<ToolOffers> {
  try {
    const projects = await viewer.projects();
    const settings = await registry.readSettings(projects.map(({ id }) => id));
    return createToolOffers(projects, settings, registry);
  } catch (error) {
    const checkCall = () => {
      throw error;
    };
    return {
      isEnabled: () => true,
      createOffer: ({ description }) => ({ description, asksIntent: false, checkCall, recordCall: () => undefined }),
    };
  }
}

function createToolOffers(projects: readonly Project[], settings: ToolSettings, registry: ToolRegistry): ToolOffers {
  const settingsByTool = Map.groupBy(settings.tools, ({ name }) => name);
  const intentProjects = new Set(settings.intentProjects);
  const findProject = (slug: string | undefined) =>
    slug === undefined && projects.length === 1 ? projects[0] : projects.find((project) => project.slug === slug);
  const listDisabled = (tool: OfferedTool) => {
    const toolSettings = new Map((settingsByTool.get(tool.name) ?? []).map((each) => [each.projectId, each]));
    return new Set(projects.flatMap(({ id }) => (isToolEnabled(tool, toolSettings.get(id)) ? [] : [id])));
  };
  return {
    isEnabled: (tool) => projects.length === 0 || listDisabled(tool).size < projects.length,
    createOffer(tool) {
      const { name, description } = tool;
      const disabledProjects = listDisabled(tool);
      return {
        description: selectDescription(description, projects, disabledProjects, settingsByTool.get(name) ?? []),
        asksIntent: intentProjects.size > 0,
        checkCall(slug) {
          const project = findProject(slug);
          if (project && disabledProjects.has(project.id))
            throw new ToolError(`the tool ${name} is switched off in the project "${project.slug}"`);
        },
        recordCall(slug, call) {
          const project = findProject(slug);
          if (!project || disabledProjects.has(project.id)) return;
          const intent = intentProjects.has(project.id) ? call.intent : undefined;
          registry.recordCall({ ...call, intent, projectId: project.id, tool: name });
        },
      };
    },
  };
}

/** Returns the description of a tool. If all projects in which the tool is turned on have the same custom description, returns that one. */
function selectDescription(
  original: string,
  projects: readonly Project[],
  disabledProjects: ReadonlySet<string>,
  settings: readonly ToolSetting[],
): string {
  const settingsByProject = new Map(settings.map((setting) => [setting.projectId, setting]));
  const descriptions = new Set(
    projects.flatMap(({ id }) =>
      disabledProjects.has(id) ? [] : [settingsByProject.get(id)?.description ?? original],
    ),
  );
  const [first, ...others] = descriptions;
  return first === undefined || others.length > 0 ? original : first;
}
