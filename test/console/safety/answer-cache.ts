import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS, TWO_LOOKS } from '../axe/looks.ts';
import { inDialog, inPage } from '../keyboard/kit/answer.ts';
import { enter, focusOn, pick, tabTo, typeInto } from '../keyboard/kit/keys.ts';
import { journey, sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import { figure, numberIn } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';

const SETTINGS = '/api/v1/cache/settings';
const SAVED = 'The settings are saved.';

interface Settings {
  readonly is_enabled: boolean;
  readonly scope: string;
  readonly ttl_seconds: number;
  readonly max_temperature: number;
  readonly semantic: {
    readonly model: string;
    readonly threshold: number;
    readonly problem: string | null;
  } | null;
  readonly epoch: number;
  readonly organization_epochs: Readonly<Record<string, number>>;
}

/** How answers are kept, what that saved, and how they are forgotten. */
export function answerCacheJourneys(stage: Stage): void {
  setByKeys(stage);
  hits(stage);
  forgotten(stage);
  inGit(stage);
  figures(stage);
}

const settingsOf = async (stage: Stage): Promise<Settings> =>
  await stage.admin.json<Settings>('GET', SETTINGS);

/** Has the settings be as they are now once the story is over. */
async function keepSettings(scene: Scene): Promise<void> {
  const { stage } = scene;
  const { is_enabled, scope, ttl_seconds, max_temperature } = await stage.admin.json<Settings>(
    'GET',
    SETTINGS,
  );
  const body = { is_enabled, scope, ttl_seconds, max_temperature, semantic: null };
  scene.atEnd(async () => await stage.admin.json('PUT', SETTINGS, body));
}

function setByKeys(stage: Stage): void {
  journey(stage, 'switches the cache on and says how long it keeps, by keys', async (scene) => {
    const embed = { id: 'embed', provider: 'simulated', mode: 'embedding' };
    await stage.admin.json('POST', '/api/v1/models', embed);
    scene.atEnd(async () => await stage.cluster.remove('models', embed.id));
    await keepSettings(scene);
    await stage.admin.json('PUT', SETTINGS, { is_enabled: false, ttl_seconds: 3600 });
    const page = await scene.page('/cache');
    await page.getByText('The cache is off').waitFor();
    const cache = page.getByRole('switch', { name: 'Answer cache', exact: true });
    await tabTo(page, cache);
    await page.keyboard.press('Space');
    await pick(page, page.getByRole('combobox', { name: 'Shared within' }), 'A key');
    await enter(page, inPage(page, 'Save'));
    await page.getByText(SAVED, { exact: true }).first().waitFor();
    await page.getByText('The cache is off').waitFor({ state: 'detached' });
    expect(await settingsOf(stage)).toMatchObject({ is_enabled: true, scope: 'key' });
    scene.allow(/status of 422.*cache/);
    const kept = page.getByRole('textbox', { name: 'Kept for (seconds)', exact: true });
    await replaceBy(page, kept, '0');
    await enter(page, inPage(page, 'Save'));
    await page.locator('#content').getByRole('alert').waitFor();
    expect(await kept.getAttribute('aria-invalid')).toBe('true');
    expect(await faultsIn(page, { looks: TWO_LOOKS, what: 'refused' })).toEqual([]);
    await replaceBy(page, kept, '120', 'Shift+Tab');
    const warm = page.getByRole('textbox', { name: 'Highest temperature', exact: true });
    await replaceBy(page, warm, '0.5');
    await enter(page, inPage(page, 'Save'));
    await until(async () => (await settingsOf(stage)).ttl_seconds === 120, { what: 'it is saved' });
    expect(await settingsOf(stage)).toMatchObject({ is_enabled: true, max_temperature: 0.5 });
    expect(await page.locator('#content').getByRole('alert').count()).toBe(0);
    await typeInto(page, page.getByRole('textbox', { name: 'Model for alike questions' }), 'embed');
    await page.getByRole('textbox', { name: 'Least likeness', exact: true }).waitFor();
    await enter(page, inPage(page, 'Save'));
    const set = { model: 'embed', threshold: 0.95, problem: null };
    const isSet = async () => (await settingsOf(stage)).semantic?.model === set.model;
    await until(isSet, { what: 'the model is saved' });
    expect((await settingsOf(stage)).semantic).toMatchObject(set);
  });
}

/** Writes something else into a field. */
async function replaceBy(page: Page, field: Locator, text: string, key = 'Tab'): Promise<void> {
  await tabTo(page, field, key);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

function hits(stage: Stage): void {
  journey(stage, 'tells how often the cache answered, and what that saved', async (scene) => {
    await keepSettings(scene);
    await stage.admin.json('PUT', SETTINGS, {
      is_enabled: true,
      scope: 'team',
      max_temperature: 1,
    });
    const traffic = await Traffic.open(stage, {
      ...{ name: 'kept', models: ['one'], prices: { one: '4000' } },
      ...{ hasTeam: true, hasOrganization: true },
    });
    scene.atEnd(async () => await traffic[Symbol.asyncDispose]());
    // The gateway hears of the switch after it is made: equal requests are asked until it has.
    let asked = 0;
    const read = async (page: Page): Promise<number> => {
      await traffic.ask('one');
      asked += 1;
      await page.reload();
      await figure(page, 'Hits').or(page.getByText('No request met the cache')).first().waitFor();
      return (await figure(page, 'Hits').count()) === 0 ? 0 : await numberIn(figure(page, 'Hits'));
    };
    const page = await scene.page(`/cache?range=1h&org=${traffic.name}`);
    await until(async () => (await read(page)) > 0, { what: 'a hit is told', everyMs: 1000 });
    expect(await numberIn(figure(page, 'Misses'))).toBeGreaterThan(0);
    expect(await numberIn(figure(page, 'Hits'))).toBeLessThan(asked);
    expect(await numberIn(figure(page, 'Money saved'))).toBeGreaterThan(0);
    expect(await numberIn(figure(page, 'Tokens saved'))).toBeGreaterThan(0);
  });
}

function forgotten(stage: Stage): void {
  journey(stage, 'has gateways forget all answers, or those of an organization', async (scene) => {
    const { cluster } = stage;
    const name = 'forgetful';
    await cluster.apply({
      kind: 'Organization',
      name,
      spec: { displayName: 'Forgetful', slug: name },
    });
    scene.atEnd(async () => await cluster.remove('organizations', name));
    const before = await settingsOf(stage);
    const page = await scene.page('/cache');
    const forget = inPage(page, 'Forget answers');
    await enter(page, forget);
    await focusOn(page, inDialog(page, 'Cancel'));
    expect(await faultsIn(page, { looks: TWO_LOOKS, within: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await focusOn(page, forget);
    expect((await settingsOf(stage)).epoch).toBe(before.epoch);
    await page.keyboard.press('Enter');
    await enter(page, inDialog(page, 'Forget them'));
    await page.getByText('The answers are forgotten.').first().waitFor();
    expect((await settingsOf(stage)).epoch).toBe(before.epoch + 1);
    const whose = page.locator('#content').getByRole('combobox', { name: 'Organization' });
    await typeInto(page, whose, name);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await enter(page, forget);
    await page.getByRole('dialog', { name: `Forget the answers of ${name}?` }).waitFor();
    await enter(page, inDialog(page, 'Forget them'));
    const isForgotten = async () => (await settingsOf(stage)).organization_epochs[name] === 1;
    await until(isForgotten, { what: 'the answers of the organization are forgotten' });
    expect((await settingsOf(stage)).epoch).toBe(before.epoch + 1);
  });
}

function inGit(stage: Stage): void {
  journey(stage, 'shows what to commit where Git keeps how answers are kept', async (scene) => {
    const { cluster } = stage;
    const owned = (annotations: Readonly<Record<string, string>>) =>
      cluster.apply({ kind: 'ControlPlane', name: 'default', spec: {}, annotations });
    scene.atEnd(async () => await owned({}));
    await owned({
      'argocd.argoproj.io/tracking-id': 'platform:aicp.dev/ControlPlane:default/default',
    });
    const { epoch } = await settingsOf(stage);
    const page = await scene.page('/cache');
    scene.allow(/status of 409.*cache/);
    await enter(page, inPage(page, 'Forget answers'));
    await enter(page, inDialog(page, 'Forget them'));
    await page.getByRole('heading', { name: 'What to commit' }).waitFor();
    await page
      .getByText(`epoch: ${epoch + 1}`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Back to the draft' }).click();
    await inPage(page, 'Forget answers').waitFor();
    expect((await settingsOf(stage)).epoch).toBe(epoch);
  });
}

/** What the ledger might have of the cache. */
const STATS = {
  ...{ since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', is_enabled: true },
  ...{ level: 'exact', hits: 30, misses: 10, bypassed: 5, hit_rate: 0.75, entries: null },
  ...{ tokens_saved: 1234, cost_saved_usd: 0.0421 },
};

function figures(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: what the cache saved', async (scene) => {
    const page = await scene.page('/');
    await page.route(/\/api\/v1\/cache\/stats/, async (route) => {
      await route.fulfill({ json: STATS });
    });
    await page.goto('/cache');
    await figure(page, 'Hit rate').getByText('75%', { exact: true }).waitFor();
    await figure(page, 'Answers kept').getByText('of the whole platform alone').waitFor();
    expect(await numberIn(figure(page, 'Tokens saved'))).toBe(1234);
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
  });
}
