import { tellStory } from './story.ts';

process.exitCode = await tellStory();
