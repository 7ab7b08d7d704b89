import { afterAll, beforeAll, describe } from 'vitest';
import type { Stage } from '../kit/stage.ts';
import { dialogs } from './dialogs.ts';
import { forms } from './forms.ts';
import { moments } from './moments/moments.ts';
import { notices } from './notices.ts';
import { objects } from './objects.ts';
import { makeOneOfEach, removeOneOfEach } from './one-of-each.ts';
import { sections } from './sections.ts';
import { states } from './states.ts';

/** Every page and dialog of the console, read by axe in light and dark, comfortable and compact. */
export function accessibility(stage: Stage): void {
  beforeAll(async () => await makeOneOfEach(stage));
  afterAll(async () => await removeOneOfEach(stage));

  describe('sections', () => sections(stage));
  describe('forms', () => forms(stage));
  describe('objects', () => objects(stage));
  describe('dialogs', () => dialogs(stage));
  describe('states', () => states(stage));
  describe('moments', () => moments(stage));
  notices(stage);
}
