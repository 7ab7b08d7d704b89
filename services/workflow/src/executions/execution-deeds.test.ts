import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import { DECISIONS_PATH } from '@aicp/contracts/workflows/decision-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPerson } from '../testing/as-person.ts';
import { ADMIN_SECRET, EngineFixture } from '../testing/engine-fixture.ts';
import {
  keyOf,
  organizationOf,
  sectionsOf,
  signedOnOrganization,
  step,
  templateOf,
} from '../testing/fragments.ts';

const TEMPLATES = [
  templateOf('review', [
    step('check', 'approval', { title: 'Is it right?' }),
    step('say', 'transform', { value: '${{ steps.check.output.by }}' }),
  ]),
  templateOf('named', [step('check', 'approval', { approvers: ['ann', 'carol'] })]),
  templateOf('platforms', [step('check', 'approval', { approvers: ['root', 'platform-bot'] })]),
];

const KEYS = [
  keyOf('bot'),
  keyOf('peer'),
  keyOf('boss', { role: 'org_admin' }),
  keyOf('deputy', { role: 'org_admin', blocked: true }),
  keyOf('second', { role: 'org_admin', madeBy: { key: 'boss', uid: 'uid-of-APIKey-boss' } }),
  keyOf('ann', { user: 'ada' }),
  keyOf('for-carol', { user: 'carol' }),
  keyOf('root', { role: 'platform_admin', organization: undefined }),
  keyOf('platform-bot', { organization: undefined }),
  keyOf('stranger', { role: 'org_admin', organization: 'other' }),
];

const SECTIONS = {
  ...sectionsOf(TEMPLATES, KEYS),
  organizations: [signedOnOrganization('acme', 'carol', 'member'), organizationOf('other')],
};

/** Somebody who signed in as this person of acme, for whom the admin service asks. */
const person = (user: string) => asPerson(user, 'member');

const as = (key: string) => ({ authorization: `Bearer sk-${key}` });
const PATH = '/api/v1/executions';

describe('a step that waits for a person', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: SECTIONS });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  it('waits for an administrator who did not start it', async () => {
    const id = await engine.begin('review', {}, as('bot'));
    const waiting = await engine.reached(id, 'waiting', as('bot'));
    expect(waiting.steps).toMatchObject([{ output: { title: 'Is it right?' } }]);
    const say = (body: object, headers: Record<string, string>) =>
      engine.post(`${PATH}/${id}/signal`, body, headers);
    const yes = { step: 'check', payload: { approved: true } };
    expect((await say(yes, {})).status).toBe(401);
    expect((await say(yes, as('bot'))).status).toBe(403);
    expect((await say(yes, as('peer'))).status).toBe(404);
    expect((await say(yes, as('stranger'))).status).toBe(404);
    expect((await say({ ...yes, step: 'other' }, as('boss'))).status).toBe(409);
    expect((await say(yes, as('boss'))).status).toBe(200);
    expect((await say(yes, as('boss'))).status).toBe(409);
    expect((await engine.reached(id, 'completed', as('bot'))).output).toBe('boss');
    const own = await engine.begin('review', {}, as('boss'));
    await engine.reached(own, 'waiting', as('boss'));
    const answer = await engine.post(`${PATH}/${own}/signal`, yes, as('boss'));
    expect(answer.status).toBe(403);
    expect(answer.body['detail']).toContain('nobody decides for their own');
  });

  it('tells whoever reads it why they may not decide, before they try', async () => {
    const why = async (id: string, who: string) =>
      (await engine.reached(id, 'waiting', as(who))).steps.map((one) => one.cannot_decide);
    const own = await engine.begin('review', {}, as('boss'));
    await engine.reached(own, 'waiting', as('boss'));
    expect(await why(own, 'boss')).toEqual([expect.stringContaining('decides for their own')]);
    const others = await engine.begin('review', {}, as('bot'));
    expect(await why(others, 'boss')).toEqual([null]);
    expect(await why(others, 'bot')).toEqual([
      'You may not decide this: ask administrators of the organization.',
    ]);
    const asked = await engine.begin('named', {}, as('bot'));
    expect(await why(asked, 'boss')).toEqual(['You may not decide this: ask ann, carol.']);
    const lone = await engine.begin('review', {}, as('stranger'));
    expect(await why(lone, 'stranger')).toEqual([null]);
    // What follows it is told the same.
    const followed = await fetch(`${engine.url}${PATH}/${own}/events`, { headers: as('boss') });
    const told = await followed.body?.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(told?.value).toContain('decides for their own');
  });

  it.each([
    [{ payload: { approved: 'no' } }, 'payload.approved'],
    [{ payload: { approved: 'false' } }, 'payload.approved'],
    [{ payload: { approved: 0 } }, 'payload.approved'],
    [{ payload: { approved: null } }, 'payload.approved'],
    [{ payload: { aproved: false } }, 'payload.approved'],
    [{ payload: {} }, 'payload.approved'],
    [{ payload: null }, 'payload'],
    [{ payload: 'no' }, 'payload'],
    [{ payload: [false] }, 'payload'],
    [{}, 'payload'],
  ])('goes on waiting where it is sent %j, which is neither yes nor no', async (said, path) => {
    const id = await engine.begin('named', {}, as('bot'));
    await engine.reached(id, 'waiting', as('bot'));
    const at = `${PATH}/${id}/signal`;
    const answer = await engine.post(at, { step: 'check', ...said }, as('ann'));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [{ path }] });
    expect((await engine.reached(id, 'waiting', as('bot'))).status).toBe('waiting');
  });

  it('lets the only administrator decide for what they started', async () => {
    const id = await engine.begin('review', {}, as('stranger'));
    await engine.reached(id, 'waiting', as('stranger'));
    const yes = { step: 'check', payload: { approved: true } };
    expect((await engine.post(`${PATH}/${id}/signal`, yes, as('stranger'))).status).toBe(200);
    expect((await engine.reached(id, 'completed', as('stranger'))).output).toBe('stranger');
  });

  it('lets those decide whom the step names, and fails where they refuse', async () => {
    const id = await engine.begin('named', {}, as('bot'));
    await engine.reached(id, 'waiting', as('bot'));
    const no = { step: 'check', payload: { approved: false } };
    expect((await engine.post(`${PATH}/${id}/signal`, no, as('boss'))).status).toBe(403);
    expect((await engine.post(`${PATH}/${id}/signal`, no, as('ann'))).status).toBe(200);
    const { error } = await engine.reached(id, 'failed', as('bot'));
    expect(error).toBe('check: ann refused it');
  });

  it('lets an administrator of the platform decide that it names, and no other key of the platform', async () => {
    const id = await engine.begin('platforms', {}, as('bot'));
    await engine.reached(id, 'waiting', as('bot'));
    const say = async (key: string) => {
      const yes = { step: 'check', payload: { approved: true } };
      return (await engine.post(`${PATH}/${id}/signal`, yes, as(key))).status;
    };
    expect([await say('boss'), await say('platform-bot')]).toEqual([403, 404]);
    expect(await say('root')).toBe(200);
    expect((await engine.reached(id, 'completed', as('bot'))).steps).toMatchObject([
      { output: { by: 'root' } },
    ]);
  });

  it('has what was decided told to the admin service, until that has it', async () => {
    const id = await engine.begin('named', {}, as('bot'));
    await engine.reached(id, 'waiting', as('bot'));
    const no = { step: 'check', payload: { approved: false, comment: 'too dear' } };
    const { headers } = await engine.post(`${PATH}/${id}/signal`, no, as('ann'));
    const ids = [headers.get('aicp-decision')];
    const signed = (audience: 'aicp-workflow' | 'aicp-workflow-decisions') => ({
      authorization: `Bearer ${makeAssertion(
        { type: 'key', uid: 'uid-of-APIKey-boss', generation: 0 },
        { secret: ADMIN_SECRET, nowMs: Date.now(), audience },
      )}`,
    });
    const told = async () => {
      const { body } = await engine.get(DECISIONS_PATH, signed('aicp-workflow-decisions'));
      return (body as { decisions: { execution: string; action: string }[] }).decisions.filter(
        ({ execution, action }) => execution === id && action === 'signal',
      );
    };
    for (const other of [{}, as('boss'), signed('aicp-workflow')]) {
      expect((await engine.get(DECISIONS_PATH, other)).status).toBe(401);
      expect((await engine.post(DECISIONS_PATH, { ids }, other)).status).toBe(401);
    }
    const known = { user: 'ada', key: 'ann', organization: 'acme' };
    const said = { step: 'check', approved: false, comment: 'too dear' };
    expect(await told()).toMatchObject([{ id: ids[0], ...known, ...said }]);
    const credential = signed('aicp-workflow-decisions');
    expect((await engine.post(DECISIONS_PATH, { ids }, credential)).status).toBe(200);
    expect((await engine.get(DECISIONS_PATH, credential)).status).toBe(401);
    expect(await told()).toEqual([]);
  });

  it('takes nobody for a person by what a key says of whoever uses it', async () => {
    const id = await engine.begin('named', {}, as('bot'));
    await engine.reached(id, 'waiting', as('bot'));
    const yes = { step: 'check', payload: { approved: true } };
    const say = async (headers: Record<string, string>) =>
      (await engine.post(`${PATH}/${id}/signal`, yes, headers)).status;
    expect(await say(as('for-carol'))).toBe(404);
    expect(await say(person('dora'))).toBe(404);
    expect(await say(person('carol'))).toBe(200);
    const [check] = (await engine.reached(id, 'completed', as('bot'))).steps;
    expect(check).toMatchObject({ output: { by: 'carol' } });
  });

  it('takes keys of one person, and those that come from one another, for who started it', async () => {
    const yes = { step: 'check', payload: { approved: true } };
    const second = async (key: string, template: string, by: Record<string, string>) => {
      const id = await engine.begin(template, {}, as(key));
      await engine.reached(id, 'waiting', as(key));
      return (await engine.post(`${PATH}/${id}/signal`, yes, by)).status;
    };
    expect(await second('boss', 'review', as('second'))).toBe(403);
    expect(await second('second', 'review', as('boss'))).toBe(403);
    expect(await second('for-carol', 'named', person('carol'))).toBe(403);
    expect(await second('for-carol', 'named', as('ann'))).toBe(200);
  });
});
