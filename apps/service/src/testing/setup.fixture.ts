import { afterAll } from 'vitest';
import { closeAfterFile } from './close-after-file.fixture.ts';

afterAll(async () => {
  for (const close of closeAfterFile) await close();
  closeAfterFile.clear();
});
