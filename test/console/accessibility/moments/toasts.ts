import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { choose } from '../../kit/fill-form.ts';
import { sideJourney } from '../../kit/journey.ts';
import type { Stage } from '../../kit/stage.ts';
import { faultsIn } from '../../axe/axe.ts';
import { TWO_LOOKS } from '../../axe/looks.ts';

/** What is said at the edge of a page: that something was done, with a way back, and that it was not. */
export function toasts(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: what is said at the edge', async (scene) => {
    const { id } = await stage.admin.json<{ readonly id: string }>('POST', '/api/v1/agents', {
      ...{ name: 'Toasted agent', url: 'https://agents.example.com/toasted' },
    });
    const page = await scene.page(`/agents?q=${id}`);
    await page.getByRole('checkbox', { name: `Mark ${id}`, exact: true }).check();
    await page.getByRole('button', { name: 'Turn off', exact: true }).click();
    const faults = await faultsOfToast(page, /^Turn off: 1 of 1/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    faults.push(...(await faultsOfToast(page, /undone: 1 of 1/)));
    await page.goto('/teams/seen-team?tab=members');
    scene.allow(/status of 422/);
    await page.route(/\/members$/, refused);
    await page.getByRole('combobox', { name: 'Person' }).fill('never-added');
    await choose(page.getByRole('combobox', { name: 'Role', exact: true }), 'Member');
    await page.getByRole('button', { name: 'Add member', exact: true }).click();
    faults.push(...(await faultsOfToast(page, 'Nobody is called so.')));
    await stage.admin.json('DELETE', `/api/v1/agents/${id}`);
    expect(faults).toEqual([]);
  });
}

/** What is written is refused, in a sentence with a title. */
async function refused(route: Route): Promise<void> {
  if (route.request().method() === 'POST') {
    const json = { status: 422, title: 'Not added', detail: 'Nobody is called so.' };
    await route.fulfill({ status: 422, contentType: 'application/problem+json', json });
  } else {
    await route.fallback();
  }
}

/** It stays as long as the pointer rests on it. */
async function faultsOfToast(page: Page, text: string | RegExp): Promise<string[]> {
  const toast = page.getByRole('alert').getByText(text).first();
  await toast.hover();
  const what = `the toast ${String(text)}`;
  const faults = await faultsIn(page, { looks: TWO_LOOKS, what });
  // What went away meanwhile was not read.
  expect(await toast.isVisible(), what).toBe(true);
  return faults;
}
