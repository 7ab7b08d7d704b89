import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { choose, fillField, formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import { figure, numberIn, pick } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';

/** Policies in their order, what they make of requests, and how providers fare. */
export function routingJourneys(stage: Stage): void {
  sideJourney(stage, 'shows policies in order, and explains what they decide', async (scene) => {
    await using traffic = await Traffic.open(stage, { name: 'cargo', models: ['big', 'small'] });
    const rule = {
      condition: `key == ${traffic.keyId} && header.x-cargo == true`,
      action: 'permit',
    };
    await using _policies = await Policies.write(stage, {
      'ballast-1': { ...rule, priority: 90, targetModels: [traffic.model('small')] },
      'ballast-2': { ...rule, priority: 90, targetModels: [traffic.model('big')] },
      'ballast-3': { ...rule, priority: 80, targetModels: [traffic.model('big')] },
    });
    const id = await servedBy(traffic, 'small');
    const page = await scene.page('/routing-policies');
    const order = page.getByRole('table', { name: 'Of the platform' }).getByRole('row');
    await order
      .filter({ hasText: 'ballast-3' })
      .getByText('Never reached', { exact: true })
      .waitFor();
    await order.filter({ hasText: 'ballast-2' }).getByText('Conflict', { exact: true }).waitFor();
    const names = (await order.allInnerTexts()).flatMap((row) => /ballast-\d/.exec(row) ?? []);
    expect(names).toEqual(['ballast-1', 'ballast-2', 'ballast-3']);

    await page.goto('/routing-policies/_explain');
    await settled(page);
    await choose(page.getByRole('combobox', { name: 'Model asked for' }), traffic.model('big'));
    const verdict = page.locator('#content').getByRole('status').filter({ hasText: 'It would be' });
    await verdict.getByText(new RegExp(traffic.model('big'))).waitFor();
    await choose(page.getByRole('combobox', { name: 'API key' }), new RegExp(traffic.keyId));
    const known = page.getByRole('textbox', { name: 'What else is known of it' });
    await known.fill('header.x-cargo = true');
    await verdict.getByText(new RegExp(traffic.model('small'))).waitFor();
    const said = page.getByRole('table', { name: 'What each policy says' }).getByRole('row');
    await said.filter({ hasText: 'ballast-1' }).getByText('Decides').waitFor();

    await page.goto(`/requests/${id}`);
    await page.getByRole('link', { name: 'Explain by the policies of now' }).click();
    await verdict.getByText(new RegExp(traffic.model('small'))).waitFor();
    await said.filter({ hasText: 'ballast-1' }).getByText('Decides').waitFor();
  });

  sideJourney(
    stage,
    'simulates a policy with recorded requests, then creates it',
    async (scene) => {
      await using traffic = await Traffic.open(stage, {
        name: 'freight',
        models: ['big', 'small'],
      });
      await traffic.askMany(8, () => traffic.ask('big'));
      await traffic.recorded(8);
      const page = await scene.page('/routing-policies/_simulate?range=1h');
      await page.getByRole('textbox', { name: 'Name' }).fill('Freight on the small one');
      await writeCondition(page, `key == ${traffic.keyId}`);
      await pick(page, 'What becomes of them', 'Permit');
      const models = page.getByRole('combobox', { name: 'Models', exact: true });
      await models.fill(traffic.model('small'));
      await models.press('Enter');
      await page.getByRole('button', { name: 'Simulate', exact: true }).click();
      await figure(page, 'To another model').waitFor();
      expect(await numberIn(figure(page, 'To another model'))).toBe(8);
      await page
        .getByRole('table', { name: 'From one model to another' })
        .getByRole('row', { name: `${traffic.model('big')} ${traffic.model('small')} 8` })
        .waitFor();
      await page.getByRole('table', { name: 'Some of the requests' }).waitFor();
      await page.getByRole('button', { name: 'Create this policy' }).click();
      const title = 'Freight on the small one';
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const { metadata } = await stage.cluster.withSpec('routingpolicies', { displayName: title });
      await page.goto('/routing-policies');
      await stage.cluster.remove('routingpolicies', metadata.name);
    },
  );

  sideJourney(
    stage,
    'offers words for a condition, and says what is wrong in it',
    async (scene) => {
      const page = await scene.page('/routing-policies/_new');
      const condition = formOf(page)
        .getByRole('textbox', { name: 'Condition', exact: true })
        .first();
      await toMiddle(condition);
      await condition.click();
      await page.keyboard.type('tea');
      const option = page.getByRole('option', { name: /^team/ });
      await option.waitFor();
      // What is offered is not shown where what loads above pushes the field off the page.
      await toMiddle(condition);
      await option.click();
      await page.keyboard.type(' =');
      const fault = formOf(page).getByText(/^Cannot be read: /);
      await fault.waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.type('= sailors');
      await fault.waitFor({ state: 'detached' });
      expect(await condition.innerText()).toBe('team == sailors');
    },
  );

  sideJourney(stage, 'tests a provider, and shows how its models fare', async (scene) => {
    await using traffic = await Traffic.open(stage, {
      ...{ name: 'ferry', models: ['one'], simulation: { errorRate: '0.5', errorStatus: 500 } },
    });
    await traffic.askMany(30, () => traffic.ask('one'));
    await traffic.recorded(30);
    const page = await scene.page(`/providers/${traffic.name}`);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It works').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('tab', { name: 'Health', exact: true }).click();
    const row = page
      .getByRole('table', { name: `Health of the models of ${traffic.name}` })
      .getByRole('row')
      .filter({ hasText: traffic.model('one') });
    await row.getByText(/\d %|\d%/).waitFor();
    await row.getByRole('link').click();
    await page
      .getByRole('region', { name: `History of ${traffic.model('one')} of ${traffic.name}` })
      .waitFor();
  });
}

/** Asks by the header of the policies until they are in force, and answers the id of the request that they routed. */
async function servedBy(traffic: Traffic, part: string): Promise<string> {
  let asked = 0;
  const ask = async (): Promise<string | undefined> => {
    asked += 1;
    const { id, model } = await traffic.ask('big', { 'x-cargo': 'true' });
    return model === traffic.model(part) ? id : undefined;
  };
  const id = await until(ask, { what: 'the policies are in force', everyMs: 200 });
  await traffic.recorded(asked);
  return id;
}

/** Scrolls to a field, as one does who types into it. */
const toMiddle = async (field: Locator): Promise<void> =>
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));

/** Types a condition into its editor, past what this offers. */
async function writeCondition(page: Page, condition: string): Promise<void> {
  const form = page.locator('#content');
  await fillField(form, 'Which requests', condition);
}

/** Routing policies of a journey's own, by their names. */
class Policies implements AsyncDisposable {
  private readonly names: readonly string[];
  private readonly stage: Stage;

  private constructor(stage: Stage, names: readonly string[]) {
    this.stage = stage;
    this.names = names;
  }

  static async write(
    stage: Stage,
    specs: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ): Promise<Policies> {
    for (const [name, spec] of Object.entries(specs)) {
      await stage.cluster.apply({ kind: 'RoutingPolicy', name, spec });
    }
    return new Policies(stage, Object.keys(specs));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.names) await this.stage.cluster.remove('routingpolicies', name);
  }
}
