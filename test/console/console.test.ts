import { afterAll, beforeAll, describe } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { agentJourneys } from './journeys/agents.ts';
import { everyPage } from './journeys/every-page.ts';
import { governanceJourneys } from './journeys/governance.ts';
import { platformJourneys } from './journeys/platform.ts';
import { reliabilityJourneys } from './journeys/reliability.ts';
import { Stage } from './kit/stage.ts';

const chromium = findChromium(process.env);

/** One installation and one browser for all of it: starting them takes longer than most journeys. */
describe.skipIf(chromium === undefined)(
  'the console in Chromium (skipped where none is on the PATH)',
  () => {
    const stage = new Stage();

    beforeAll(async () => {
      await stage.open(chromium ?? '');
    }, 240_000);
    afterAll(async () => {
      await stage.close();
    });

    describe('every page', () => everyPage(stage));
    describe('what a platform is made of', () => platformJourneys(stage));
    describe('what it is governed by', () => governanceJourneys(stage));
    describe('what keeps it reliable', () => reliabilityJourneys(stage));
    describe('what agents use', () => agentJourneys(stage));
  },
);
