import {
  type Cleanup,
  type GitHub,
  GitRepository,
  runAction,
  startGitHub,
} from '../../../packages/testkit/build/index.js';
import { MeasurementFailed, measureWork, type WorkMeasurement } from '../timing/measure-work.ts';
import { type CountingGit, installCountingGit } from './counting-git.ts';
import { type GitHubMeter, type GitHubTraffic, startGitHubMeter } from './github-meter.ts';
import { type Docs, getDocs, writeDocs } from './sample-docs.ts';
import { type Service, type ServiceOptions, type ServiceReport, startService } from './sandbox-service.ts';

/** A run of the shipped bundle with its measurements. */
export interface MeasuredRun extends WorkMeasurement {
  readonly github: GitHubTraffic;
  readonly service: ServiceReport;
  readonly outputs: Readonly<Record<string, string>>;
}

/** A run in which a script counts every start of git, which makes the run slower. */
export interface CountedRun extends MeasuredRun {
  readonly gitProcesses: number;
  readonly documentsRead: number;
}

export interface BenchmarkSandboxOptions extends ServiceOptions {
  readonly documents: number;
  /** Additional latency of GitHub, in milliseconds. Default: 0. */
  readonly githubLatency?: number;
}

/** A repository with docs, an emulated GitHub behind a proxy that measures its traffic, and a service. */
export class BenchmarkSandbox {
  readonly repository: GitRepository;
  readonly #cleanup: Cleanup;
  readonly #github: GitHub;
  readonly #meter: GitHubMeter;
  readonly #service: Service;

  private constructor(
    cleanup: Cleanup,
    repository: GitRepository,
    github: GitHub,
    meter: GitHubMeter,
    service: Service,
  ) {
    this.#cleanup = cleanup;
    this.repository = repository;
    this.#github = github;
    this.#meter = meter;
    this.#service = service;
  }

  static async create(cleanup: Cleanup, options: BenchmarkSandboxOptions): Promise<BenchmarkSandbox> {
    const repository = await GitRepository.create(cleanup);
    writeDocs(repository.path, getDocs(options.documents));
    await repository.commit('Write the docs');
    // actions/checkout fetches the objects of a repository as one pack.
    await repository.git('repack', '-a', '-d', '-q');
    const github = await startGitHub(cleanup);
    const meter = await startGitHubMeter(cleanup, github.apiUrl, options.githubLatency ?? 0);
    return new BenchmarkSandbox(cleanup, repository, github, meter, await startService(cleanup, options));
  }

  /** Commits the configuration file with these settings. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.repository.commit('Configure', { '.github/context-sync.yml': JSON.stringify(settings) });
  }

  async edit(docs: Docs): Promise<void> {
    await this.repository.commit('Edit the docs', docs);
  }

  /**
   * Runs the shipped bundle in the same way as GitHub's runner.
   * @throws MeasurementFailed if the run fails
   */
  async run(
    inputs: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<MeasuredRun> {
    const sha = await this.repository.git('rev-parse', 'HEAD');
    const allInputs = {
      'api-key': 'a-key',
      'base-url': this.#service.url,
      project: 'octo-api',
      'installation-id': '42',
    };
    const github = { ...this.#github, apiUrl: this.#meter.url };
    const { result, ...times } = await measureWork(() =>
      runAction(this.#cleanup, {
        workspace: this.repository.path,
        github,
        sha,
        inputs: { ...allInputs, ...inputs },
        env,
      }),
    );
    if (result.exitCode !== 0) {
      throw new MeasurementFailed(`The action exited with code ${result.exitCode}:\n${result.stdout}${result.stderr}`);
    }
    const { outputs } = result;
    return { ...times, outputs, github: this.#meter.take(), service: await this.#service.report() };
  }

  async countedRun(): Promise<CountedRun> {
    const countingGit: CountingGit = await installCountingGit(this.#cleanup);
    const run = await this.run({}, countingGit.env);
    return { ...run, ...(await countingGit.counts()) };
  }
}
