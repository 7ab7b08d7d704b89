import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const WITH = { url: 'https://api.example/x?key=abc', headers: { authorization: 'Bearer abc' } };
const MASKED = { url: 'https://api.example/x?[masked]', headers: { authorization: '[masked]' } };
const STEPS = [step('call', 'http', WITH)];

describe('steps of templates', () => {
  let engine: EngineFixture;
  beforeAll(async () => {
    const templates = [
      templateOf('own', STEPS, { organization: 'acme' }),
      templateOf('platforms', STEPS),
    ];
    const keys = [
      keyOf('member'),
      keyOf('viewer', { role: 'viewer' }),
      keyOf('finance', { role: 'finance' }),
      keyOf('team-admin', { role: 'team_admin' }),
      keyOf('org-admin', { role: 'org_admin' }),
      keyOf('other-admin', { role: 'org_admin', organization: 'other' }),
      keyOf('root', { role: 'platform_admin', organization: undefined }),
    ];
    engine = await EngineFixture.start({ sections: sectionsOf(templates, keys) });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  const shownTo = async (key?: string) => {
    const headers = key === undefined ? {} : { 'x-api-key': `sk-${key}` };
    const { body } = await engine.get('/api/v1/templates', headers);
    const templates = body as unknown as { type: string; steps: { with: object }[] }[];
    return Object.fromEntries(templates.map(({ type, steps }) => [type, steps[0]?.with]));
  };

  it('show values of headers and secrets of addresses to who administers what the template belongs to', async () => {
    expect(await shownTo('org-admin')).toEqual({ own: WITH, platforms: MASKED });
    expect(await shownTo('root')).toMatchObject({ platforms: WITH });
  });

  it('show them to nobody else, and not without credentials', async () => {
    for (const key of ['member', 'viewer', 'finance', 'team-admin']) {
      expect(await shownTo(key)).toEqual({ own: MASKED, platforms: MASKED });
    }
    expect(await shownTo('other-admin')).toEqual({ platforms: MASKED });
    expect(await shownTo()).toEqual({ platforms: MASKED });
  });
});
