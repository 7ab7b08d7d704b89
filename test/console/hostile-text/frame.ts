import { expect } from 'vitest';
import { openPage } from '../accessibility/kit/open-page.ts';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { IDENTIFIER, LABEL, MARKUP, REFUSAL, SCRIPT_ADDRESS, shownText } from './kit/texts.ts';
import { Watch } from './kit/watch.ts';

/** What addresses, searches and models say. */
export function frame(stage: Stage): void {
  sideJourney(stage, 'stays text in addresses, searches and the palette', async (scene) => {
    const watch = await Watch.over(await scene.page('/'));
    const { page } = watch;
    scene.allow(/status of (400|404|422)/);
    const faults: string[] = [];
    const hostile = encodeURIComponent(IDENTIFIER);
    for (const path of [
      `/teams?q=${hostile}&managed_by=${hostile}&org=${hostile}&sort=${hostile}`,
      `/requests?user=${hostile}&tag=${hostile}&team=${hostile}&result=${hostile}`,
      `/teams/${hostile}`,
      `/requests/${hostile}`,
      `/${hostile}`,
    ]) {
      await openPage(page, path);
      faults.push(...(await watch.faults(path)));
    }
    await openPage(page, '/');
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Search' }).fill(MARKUP.slice(0, 60));
    await dialog.getByText(shownText(IDENTIFIER)).first().waitFor();
    faults.push(...(await watch.faults('palette')));
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'stays text before the sign-in, and leads nowhere else', async (scene) => {
    const page = await scene.visitor();
    scene.allow(/status of 401/);
    await page.goto('/login');
    const watch = await Watch.over(page);
    const error = encodeURIComponent(REFUSAL.slice(0, 500));
    for (const to of [SCRIPT_ADDRESS, '//hostile.example', '/\\hostile.example', MARKUP]) {
      await page.goto(`/login?error=${error}&return_to=${encodeURIComponent(to)}`);
      await page.getByText('Single sign-on did not succeed').waitFor();
      expect(await watch.faults(`return to ${to}`)).toEqual([]);
      await page.getByLabel('API key').fill(stage.aicp.key);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('navigation', { name: 'Sections' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await watch.faults(`returned from ${to}`)).toEqual([]);
      await page.context().clearCookies();
    }
  });

  sideJourney(stage, 'stays text where a model answers, and where it does not', async (scene) => {
    const watch = await Watch.over(await scene.page('/playground'));
    const { page } = watch;
    scene.allow(/status of 502/);
    const answer = { choices: [{ index: 0, delta: { content: REFUSAL }, finish_reason: 'stop' }] };
    await page.route(/playground\/.*completions/, async (route) => {
      const body = `data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    const send = formOf(page).getByRole('button', { name: 'Send', exact: true });
    await fillForm(page, { Model: { choose: 'sim-small' }, Message: MARKUP });
    await send.click();
    const shown = page.getByText(shownText(REFUSAL).slice(0, 150)).first();
    await shown.waitFor();
    const faults = await watch.faults('an answer');
    await page.unroute(/playground\/.*completions/);
    await page.route(/playground\/.*completions/, async (route) => {
      await route.fulfill({ status: 502, json: { error: { message: REFUSAL, code: LABEL } } });
    });
    await send.click();
    await page.getByRole('alert').getByText(shownText(LABEL)).first().waitFor();
    faults.push(...(await watch.faults('a failure')));
    expect(faults).toEqual([]);
  });
}
