import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { formOf } from '../kit/fill-form.ts';
import { journey } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { enter, focusOn, openTab, pick, tabTo, typeInto } from './kit/keys.ts';

const box = (page: Page, name: string | RegExp) =>
  formOf(page).getByRole('textbox', { name, exact: true });
const combo = (page: Page, name: string) =>
  formOf(page).getByRole('combobox', { name, exact: true });
const button = (page: Page, name: string | RegExp) =>
  formOf(page).getByRole('button', { name, exact: true });

/** Forms of every shape without a mouse: rows, pairs, conditions, and YAML. */
export function formsByKeys(stage: Stage): void {
  journey(stage, 'adds and takes away rows of a list by keys', async (scene) => {
    const named = { displayName: 'Prices by keys' };
    scene.atEnd(() => stage.cluster.removeWith('pricecatalogs', named));
    const page = await scene.page('/price-catalogs/_new');
    await typeInto(page, box(page, 'Name'), 'Prices by keys');
    await enter(page, button(page, 'Add to prices'));
    const models = formOf(page).getByRole('group', { name: 'Prices: 1' }).getByLabel('Model');
    await focusOn(page, models.first());
    await page.keyboard.type('keys/one');
    await enter(page, button(page, 'Add to prices'));
    await page.keyboard.type('keys/two');
    const price = box(page, 'Input price per million tokens').last();
    await typeInto(page, price, '2');
    await enter(page, button(page, 'Remove prices 1'), 'Shift+Tab');
    await focusOn(page, button(page, 'Remove prices 1'));
    await enter(page, button(page, 'Create price catalog'));
    const { spec } = await stage.cluster.withSpec('pricecatalogs', named);
    expect(spec['prices']).toMatchObject([{ model: 'keys/two' }]);
  });

  journey(stage, 'adds and takes away names and values by keys', async (scene) => {
    scene.atEnd(() => stage.cluster.removeWith('organizations', { displayName: 'Pairs by keys' }));
    const page = await scene.page('/organizations/_new');
    await typeInto(page, box(page, 'Name'), 'Pairs by keys');
    await typeInto(page, box(page, 'Short name'), 'pairs-by-keys');
    await enter(page, button(page, 'Add a row').first());
    await focusOn(page, box(page, 'Metadata, row 1: name'));
    await page.keyboard.type('region');
    await page.keyboard.press('Tab');
    await page.keyboard.type('north');
    await enter(page, button(page, 'Add a row').first());
    await page.keyboard.type('stage');
    await enter(page, button(page, 'Remove Metadata, row 2'));
    await focusOn(page, button(page, 'Add a row').first());
    await page.keyboard.press('ControlOrMeta+Enter');
    await stage.cluster.withSpec('organizations', {
      displayName: 'Pairs by keys',
      metadata: { region: 'north' },
    });
  });

  journey(stage, 'writes a routing policy by keys, and leaves its editor by Tab', async (scene) => {
    const named = { displayName: 'Policy by keys' };
    scene.atEnd(() => stage.cluster.removeWith('routingpolicies', named));
    const page = await scene.page('/routing-policies/_new');
    await typeInto(page, box(page, 'Name'), 'Policy by keys');
    await typeInto(page, box(page, 'Condition').first(), 'team == by-keys');
    await page.keyboard.press('Escape');
    await pick(page, combo(page, 'Action').first(), 'Prefer');
    await typeInto(page, combo(page, 'Target models').first(), 'sim-small');
    await page.keyboard.press('Enter');
    await enter(page, button(page, 'Create routing policy'));
    await stage.cluster.withSpec('routingpolicies', {
      ...{ ...named, condition: 'team == by-keys', action: 'prefer' },
      targetModels: ['sim-small'],
    });
  });

  journey(stage, 'changes an object as YAML by keys, with its difference', async (scene) => {
    const { cluster } = stage;
    const name = 'yaml-by-keys';
    scene.atEnd(() => cluster.remove('teams', name));
    await cluster.apply({ kind: 'Team', name, spec: { displayName: 'YAML by keys' } });
    const page = await scene.page(`/teams/${name}`);
    await openTab(page, 'YAML');
    await tabTo(page, page.getByRole('textbox', { name: `YAML of the team ${name}` }));
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('  description: No mouse');
    await page.keyboard.press('Escape');
    await enter(page, page.getByRole('button', { name: 'Review changes' }));
    await enter(page, page.getByRole('button', { name: 'Save', exact: true }));
    await cluster.withSpec('teams', { displayName: 'YAML by keys', description: 'No mouse' });
  });
}
