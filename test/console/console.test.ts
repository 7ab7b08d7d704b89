import { afterAll, beforeAll, describe } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { accessibility } from './accessibility/accessibility.ts';
import { hostileText } from './hostile-text/hostile-text.ts';
import { agentJourneys } from './journeys/agents.ts';
import { apiKeyJourneys } from './journeys/api-keys.ts';
import { eventJourneys } from './journeys/events.ts';
import { executionJourneys } from './journeys/executions.ts';
import { governanceJourneys } from './journeys/governance.ts';
import { modelAccessJourneys } from './journeys/model-access.ts';
import { oversightJourneys } from './journeys/oversight.ts';
import { platformJourneys } from './journeys/platform.ts';
import { promptJourneys } from './journeys/prompts.ts';
import { rateLimitJourneys } from './journeys/rate-limits.ts';
import { reliabilityJourneys } from './journeys/reliability.ts';
import { keyboard } from './keyboard/keyboard.ts';
import { answerCacheJourneys } from './safety/answer-cache.ts';
import { guardrailJourneys } from './safety/guardrails.ts';
import { looksAtTexts } from './safety/looks-at-texts.ts';
import { othersWrite } from './states/others-write.ts';
import { ownOrigin } from './states/own-origin.ts';
import { roles } from './states/roles.ts';
import { serverDown } from './states/server-down.ts';
import { settingsInGit } from './states/settings-in-git.ts';
import { sessions } from './states/sessions.ts';
import { Stage } from './kit/stage.ts';
import { dashboardJourneys, firstRunJourney } from './traffic/dashboard.ts';
import { peopleJourneys } from './traffic/people.ts';
import { playgroundJourneys } from './traffic/playground.ts';
import { routingJourneys } from './traffic/routing.ts';
import { spendingJourneys } from './traffic/spending.ts';
import { healthJourneys, trialJourneys } from './traffic/trials.ts';
import { trialsOfAgents } from './upstreams/agents.ts';
import { toolJourneys } from './upstreams/tools.ts';

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

    describe('what a platform is made of', () => platformJourneys(stage));
    describe('who may do what, and who sees it', () => {
      apiKeyJourneys(stage);
      modelAccessJourneys(stage);
      promptJourneys(stage);
      rateLimitJourneys(stage);
      eventJourneys(stage);
      oversightJourneys(stage);
    });
    describe('what it is governed by', () => governanceJourneys(stage));
    describe('what keeps it reliable', () => reliabilityJourneys(stage));
    describe('what agents use', () => {
      agentJourneys(stage);
      executionJourneys(stage);
      toolJourneys(stage);
      trialsOfAgents(stage);
    });
    describe('what looks at texts', () => {
      looksAtTexts(stage);
      guardrailJourneys(stage);
    });
    describe('what answers are given again', () => answerCacheJourneys(stage));
    describe('in the beginning', () => firstRunJourney(stage));
    describe('what becomes of requests', () => {
      healthJourneys(stage);
      trialJourneys(stage);
      dashboardJourneys(stage);
      playgroundJourneys(stage);
      routingJourneys(stage);
      spendingJourneys(stage);
      peopleJourneys(stage);
    });
    describe('every page and dialog', () => accessibility(stage));
    describe('with texts that would run', () => hostileText(stage));
    describe('while others write', () => othersWrite(stage));
    describe('where Git keeps the settings', () => settingsInGit(stage));
    describe('when a session ends', () => sessions(stage));
    describe('for each role', () => roles(stage));
    describe('without a mouse', () => keyboard(stage));
    describe('without the rest of the world', () => ownOrigin(stage));
    describe('when the service is away', () => serverDown(stage));
  },
);
