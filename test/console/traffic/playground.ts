import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';

/** A chat with a model: its answer comes word by word, its error is told, and it can be stopped. */
export function playgroundJourneys(stage: Stage): void {
  sideJourney(stage, 'chats with a model, and shows who answered and the cost', async (scene) => {
    const simulation = { outputTokens: 60, tokensPerSecond: 30 };
    await using traffic = await Traffic.open(stage, {
      name: 'talker',
      models: ['one'],
      simulation,
    });
    const page = await scene.page('/playground');
    await askAs(page, traffic.model('one'));
    const words = await answerSoFar(page);
    expect(words).not.toBe('');
    await isDone(page);
    const whole = await answerText(page).innerText();
    expect(whole.length).toBeGreaterThan(words.length);
    expect(whole.startsWith(words)).toBe(true);

    const facts = page.getByRole('table', { name: 'What became of it' });
    const fact = (name: string) => facts.getByRole('row', { name: new RegExp(`^${name} `) });
    await fact('Answered by')
      .getByRole('link', { name: traffic.model('one') })
      .waitFor();
    await fact('Provider').getByRole('link', { name: traffic.name }).waitFor();
    await fact('Tokens').getByText('60 answered').waitFor();
    await fact('Cost')
      .getByText(/^\$0\.00\d+$/)
      .waitFor();
    await page.getByRole('link', { name: 'Every step of the decision' }).click();
    await page.getByRole('heading', { level: 1, name: 'Request', exact: true }).waitFor();
    await page.getByRole('region', { name: 'What happened' }).getByText('Attempt 1').waitFor();
  });

  sideJourney(stage, 'says why a model did not answer', async (scene) => {
    const simulation = { errorRate: '1', errorStatus: 500 };
    await using traffic = await Traffic.open(stage, {
      name: 'failing',
      models: ['one'],
      simulation,
    });
    const alert = await askedInVain(scene, traffic, /status of 502.*playground/);
    await alert.getByText('The provider failed').waitFor();
    await alert.getByText(/^Code: /).waitFor();
    await isDone(alert.page());
  });

  sideJourney(stage, 'says that the provider refused a request', async (scene) => {
    const simulation = { errorRate: '1', errorStatus: 400 };
    await using traffic = await Traffic.open(stage, {
      name: 'refusing',
      models: ['one'],
      simulation,
    });
    const alert = await askedInVain(scene, traffic, /status of 400.*playground/);
    await alert.getByText(`The provider ${traffic.name} refused the request`).waitFor();
  });

  sideJourney(stage, 'draws the beginning of a very long answer', async (scene) => {
    const page = await scene.page('/playground');
    const piece = `data: ${JSON.stringify({ choices: [{ delta: { content: 'sea '.repeat(250) } }] })}\n\n`;
    await page.route(/playground\/.*completions/, async (route) => {
      await route.fulfill({ contentType: 'text/event-stream', body: piece.repeat(5000) });
    });
    await askAs(page, 'sim-small');
    await answer(page).getByText('4,800,000 more characters are not shown here.').waitFor();
    await answer(page).getByRole('button', { name: 'Copy the whole answer' }).waitFor();
    expect((await answerText(page).innerText()).length).toBeLessThanOrEqual(200_000);
  });

  sideJourney(stage, 'stops an answer, and keeps what came until then', async (scene) => {
    const simulation = { outputTokens: 4000, tokensPerSecond: 20 };
    await using traffic = await Traffic.open(stage, {
      name: 'endless',
      models: ['one'],
      simulation,
    });
    const page = await scene.page('/playground');
    await askAs(page, traffic.model('one'));
    const words = await answerSoFar(page);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await answer(page).getByText('You stopped it here.').waitFor();
    expect(await answerText(page).innerText()).toContain(words);
    await isDone(page);
    await page.getByRole('link', { name: 'Every step of the decision' }).click();
    const facts = page.getByRole('table', { name: 'Request', exact: true });
    await facts.getByText('The client left before its end').waitFor();
  });
}

/** Chooses a model and sends it a message. */
async function askAs(page: Page, model: string): Promise<void> {
  await fillForm(page, { Model: { choose: model }, Message: 'What is in the sea?' });
  await sendButton(page).click();
}

/** Asks a model that does not answer: what the page says of it. `status`: what the browser writes down meanwhile. */
async function askedInVain(scene: Scene, traffic: Traffic, status: RegExp): Promise<Locator> {
  const page = await scene.page('/playground');
  scene.allow(status);
  await askAs(page, traffic.model('one'));
  return page.locator('#content').getByRole('alert');
}

const sendButton = (page: Page): Locator =>
  formOf(page).getByRole('button', { name: 'Send', exact: true });

/** Waits until another message can be sent. While an answer comes, the button only says that it takes no press. */
const isDone = async (page: Page): Promise<void> =>
  await formOf(page).getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();

const answer = (page: Page): Locator => page.getByRole('region', { name: 'Answer', exact: true });

const answerText = (page: Page): Locator => answer(page).locator('[aria-live="polite"]');

/** The first words of an answer, while others are still to come. */
async function answerSoFar(page: Page): Promise<string> {
  const coming = answer(page).locator('[aria-busy="true"]');
  await coming.filter({ hasNotText: 'Waiting for the first words' }).waitFor();
  return await coming.innerText();
}
