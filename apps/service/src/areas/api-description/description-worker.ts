// This program is a worker process, which `DescriptionParsers` starts.
import { JobInputError } from '../../platform/parsing/parsing-failure.ts';
import { serveJobs } from '../../platform/parsing/serve-jobs.ts';
import { createDescriptionJobs } from './description-jobs.ts';
import { DescriptionError } from './index.ts';

serveJobs(createDescriptionJobs(), (error) =>
  error instanceof DescriptionError ? new JobInputError(error.message) : error,
);
