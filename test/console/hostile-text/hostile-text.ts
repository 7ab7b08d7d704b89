import { afterAll, beforeAll } from 'vitest';
import type { Stage } from '../kit/stage.ts';
import { doHostileDeeds } from './hostile-deeds.ts';
import {
  makeHostileObjects,
  removeHostileObjects,
  type HostileObject,
} from './kit/hostile-objects.ts';
import { executions } from './executions.ts';
import { files } from './files.ts';
import { frame } from './frame.ts';
import { notices } from './notices.ts';
import { refusals } from './refusals.ts';
import { sections } from './sections.ts';
import { objects } from './objects.ts';
import { writing } from './writing/writing.ts';

/** Texts that hold markup, scripts, control characters and words without an end: wherever they are shown, they are shown as they are written. */
export function hostileText(stage: Stage): void {
  const made: HostileObject[] = [];
  beforeAll(async () => {
    made.push(...(await makeHostileObjects(stage)));
    await doHostileDeeds(stage, made);
  });
  afterAll(async () => {
    await removeHostileObjects(stage, made);
  });

  objects(stage, made);
  sections(stage);
  refusals(stage, made);
  frame(stage);
  files(stage);
  writing(stage, made);
  notices(stage);
  executions(stage);
}
