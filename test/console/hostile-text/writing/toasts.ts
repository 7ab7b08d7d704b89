import { expect } from 'vitest';
import { fillForm } from '../../kit/fill-form.ts';
import { sideJourney } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import { createIt, editIt, toast } from '../../kit/object-journey.ts';
import { confirm } from '../../kit/shown.ts';
import type { Stage } from '../../kit/stage.ts';
import type { HostileObject } from '../kit/hostile-objects.ts';
import { DESCRIPTION, IDENTIFIER, MARKUP, shownText } from '../kit/texts.ts';
import { Watch } from '../kit/watch.ts';

/** Other than the names of the objects that are there. */
const NAME = `=2+2${MARKUP}\u202E`;

/** What is said at the edge of the page after something was done to what has a hostile name. */
export function toasts(stage: Stage, made: readonly HostileObject[]): void {
  sideJourney(stage, 'stays text where it is saved, and said so', async (scene) => {
    const watch = await Watch.over(await scene.page('/teams/_new'));
    const { page } = watch;
    await fillForm(page, { Name: NAME, Description: DESCRIPTION.slice(0, 400) });
    await createIt(page, KINDS.team);
    await toast(page, /created$/);
    const faults = await watch.faults('created');
    await page.getByRole('heading', { level: 1, name: shownText(NAME), exact: true }).waitFor();
    const { pathname } = new URL(page.url());
    await editIt(page, KINDS.team, { Name: `${NAME}!` });
    faults.push(...(await watch.faults('saved')));
    await page.getByRole('heading', { level: 1, name: shownText(`${NAME}!`) }).waitFor();
    await page.goto(`${pathname}?tab=members`);
    await page.getByRole('combobox', { name: 'Person' }).fill(IDENTIFIER);
    await page.getByRole('button', { name: 'Add member', exact: true }).click();
    await toast(page, `${shownText(IDENTIFIER)} is a member now.`);
    faults.push(...(await watch.faults('a new member')));
    await page.getByRole('button', { name: `Remove ${IDENTIFIER}` }).click();
    await page.getByRole('dialog').getByText(shownText(IDENTIFIER)).waitFor();
    faults.push(...(await watch.faults('a member to remove')));
    await confirm(page, 'Remove');
    await toast(page, `${shownText(IDENTIFIER)} is no member any more.`);
    faults.push(...(await watch.faults('a member less')));
    scene.allow(new RegExp(`status of 404.*${pathname}`));
    await stage.admin.json('DELETE', `/api/v1${pathname}`);
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'stays text where it is turned off, and undone', async (scene) => {
    const { id = '', title = '' } = made.find(({ page }) => page === '/mcp-servers') ?? {};
    const watch = await Watch.over(await scene.page(`/mcp-servers?q=${encodeURIComponent(id)}`));
    const { page } = watch;
    await page.getByRole('link', { name: title, exact: true }).first().waitFor();
    const mark = page.getByRole('checkbox', { name: `Mark ${id}`, exact: true });
    await mark.check();
    await page.getByRole('button', { name: 'Turn off', exact: true }).click();
    await toast(page, /^Turn off: 1 of 1/);
    const faults = await watch.faults('turned off');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await toast(page, /undone: 1 of 1/);
    faults.push(...(await watch.faults('undone')));
    await mark.check();
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByRole('dialog').getByText('they are on already').first().waitFor();
    faults.push(...(await watch.faults('the report of what was left out')));
    expect(faults).toEqual([]);
  });
}
