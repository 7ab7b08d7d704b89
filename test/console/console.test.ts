import { afterAll, beforeAll, describe } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { agentJourneys } from './journeys/agents.ts';
import { everyPage } from './journeys/every-page.ts';
import { governanceJourneys } from './journeys/governance.ts';
import { platformJourneys } from './journeys/platform.ts';
import { reliabilityJourneys } from './journeys/reliability.ts';
import { playgroundJourneys } from './journeys/traffic/playground.ts';
import { keyboard } from './states/keyboard.ts';
import { othersWrite } from './states/others-write.ts';
import { ownOrigin } from './states/own-origin.ts';
import { serverDown } from './states/server-down.ts';
import { sessions } from './states/sessions.ts';
import { Stage } from './kit/stage.ts';

const chromium = findChromium(process.env);

/** One installation and one browser for all of it: starting them takes longer than most journeys. */
describe.skipIf(chromium === undefined)(
  'the console in Chromium (skipped where none is on the PATH)',
  () => {
    const stage = new Stage();

    beforeAll(async () => {
      await stage.open(chromium ?? '');
    }, 480_000);
    afterAll(async () => {
      await stage.close();
    });

    describe('every page', () => everyPage(stage));
    describe('what a platform is made of', () => platformJourneys(stage));
    describe('what it is governed by', () => governanceJourneys(stage));
    describe('what keeps it reliable', () => reliabilityJourneys(stage));
    describe('what agents use', () => agentJourneys(stage));
    describe('what becomes of requests', () => {
      playgroundJourneys(stage);
    });
    describe('while others write', () => othersWrite(stage));
    describe('when a session ends', () => sessions(stage));
    describe('without a mouse', () => keyboard(stage));
    describe('without the rest of the world', () => ownOrigin(stage));
    describe('when the service is away', () => serverDown(stage));
  },
);
