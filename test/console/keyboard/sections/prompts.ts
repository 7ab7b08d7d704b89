import type { Page } from 'playwright-core';
import { journey } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { anotherAdministrator, withoutAdministrator } from '../../journeys/prompts.ts';
import { confirmByKeys, inPage } from '../kit/answer.ts';
import { makeByKeys } from '../kit/fill.ts';
import { enter, openTab, tabTo, typeInto } from '../kit/keys.ts';

const KIND = KINDS.promptTemplate;
const NAME = 'Prompt by keys';
const REVIEWER = 'reviewer-by-keys';

/** A prompt's text without a mouse: written, read by somebody else, and rendered. */
export function promptsByKeys(stage: Stage): void {
  journey(stage, 'writes, reviews and renders a prompt by keys alone', async (scene) => {
    const { cluster } = stage;
    scene.atEnd(() => withoutAdministrator(stage, REVIEWER));
    scene.atEnd(() => cluster.removeWith(KIND.plural, { displayName: NAME }));
    const key = await anotherAdministrator(stage, REVIEWER);
    const author = await scene.page(KIND.page);
    await makeByKeys(author, KIND, {
      ...{ Name: NAME, 'Template text': 'Dear {{guest}}' },
      Variables: { add: { Name: 'guest' } },
    });
    await rewritten(author);
    await confirmByKeys(author, 'Hand in for review');
    await inPage(author, 'Approve').waitFor();
    await approved(await scene.pageOf(key));
    await author.getByText('Version 1 is served.').waitFor();
    await openTab(author, 'Render');
    await settled(author);
    await typeInto(author, author.getByRole('textbox', { name: 'guest' }), 'Ada');
    await enter(author, inPage(author, 'Render'));
    const text = author.getByRole('group', { name: 'Rendered text' });
    await text.getByText('Dear Ada, thank you').waitFor();
  });
}

/** Goes on writing in the editor, which is left by Escape and Tab. */
async function rewritten(page: Page): Promise<void> {
  await openTab(page, 'Text');
  await tabTo(page, page.getByRole('textbox', { name: 'Text of the prompt', exact: true }));
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', thank you');
  await page.keyboard.press('Escape');
  await enter(page, inPage(page, 'Save'));
  await page.getByText('The text is saved.').first().waitFor();
}

/** Finds the text in the queue, reads it, and approves it. */
async function approved(page: Page): Promise<void> {
  await page.goto('/prompt-reviews');
  await settled(page);
  await enter(page, page.getByRole('row').filter({ hasText: NAME }).getByRole('button').first());
  await page.getByRole('textbox', { name: 'The text in review' }).waitFor();
  await confirmByKeys(page, 'Approve');
  await page.getByRole('row').filter({ hasText: NAME }).waitFor({ state: 'detached' });
}
