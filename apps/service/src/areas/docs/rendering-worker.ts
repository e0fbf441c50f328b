// This program is a worker process, which `DocsRenderer` starts.
import { serveJobs } from '../../platform/parsing/serve-jobs.ts';
import { createRenderingJobs } from './rendering-jobs.ts';

serveJobs(createRenderingJobs());
