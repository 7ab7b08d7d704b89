import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asPerson } from '../testing/as-person.ts';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { GATEWAY_SECRET } from '../testing/fake-gateway.ts';
import {
  builtInKey,
  keyOf,
  organizationOf,
  sectionsOf,
  signedOnOrganization,
  step,
  templateOf,
} from '../testing/fragments.ts';

const TEMPLATES = [
  templateOf('long', [step('rest', 'wait', { seconds: 3_600 })], { publish: true }),
];
const BOT = keyOf('bot');

const sectionsWith = (keys = [BOT, keyOf('boss', { role: 'org_admin' })]) => ({
  ...sectionsOf(TEMPLATES, keys),
  organizations: [signedOnOrganization('acme', 'eve', 'org_admin'), organizationOf('other')],
});
const SECTIONS = sectionsWith();
const as = (key: string) => ({ authorization: `Bearer sk-${key}` });

/** Eve, for whom the admin service asks. */
const eve = () => asPerson('eve', 'org_admin');

/** The key bot, for which a gateway asks. */
const gateway = () => ({
  authorization: `Bearer ${makeAssertion(
    { type: 'key', uid: 'uid-of-APIKey-bot', generation: 0 },
    { secret: GATEWAY_SECRET, nowMs: Date.now(), audience: 'aicp-workflow' },
  )}`,
});

describe('somebody who follows an execution', () => {
  let engine: EngineFixture;

  beforeEach(async () => {
    engine = await EngineFixture.start({ sections: SECTIONS });
  });
  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
  });

  /** What was told until the stream ended, which a change is to end. */
  async function toldUntil(change: () => void, response: Response): Promise<string> {
    expect(response.status).toBe(200);
    let text = '';
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      const isFirst = text === '';
      text += Buffer.from(piece).toString();
      expect(text).toContain('data: ');
      if (isFirst) change();
    }
    return text;
  }

  const follow = async (
    headers: Record<string, string>,
    of: Record<string, string> = as('bot'),
  ) => {
    const id = await engine.begin('long', {}, of);
    await engine.reached(id, 'waiting', of);
    return await fetch(`${engine.url}/api/v1/executions/${id}/events`, {
      headers,
      signal: AbortSignal.timeout(10_000),
    });
  };

  it.each([
    ['is blocked', [{ ...BOT, blocked: true }]],
    ['is deleted', []],
    ['belongs to another organization', [keyOf('bot', { organization: 'other' })]],
  ])('is told no more once the key %s', async (_how, keys) => {
    await toldUntil(
      () => {
        engine.push(sectionsWith(keys));
      },
      await follow(as('bot')),
    );
  });

  it('is told no more as an administrator who became a member', async () => {
    const keys = [BOT, keyOf('boss')];
    await toldUntil(
      () => {
        engine.push(sectionsWith(keys));
      },
      await follow(as('boss')),
    );
  });

  it('is told no more without a key once the one that stands for such callers is blocked', async () => {
    const [first = ''] = Object.keys(SECTIONS).filter((name) => name.startsWith('keys'));
    const blocked = { ...builtInKey, blocked: true };
    await toldUntil(
      () => {
        engine.push({ ...SECTIONS, [first]: [blocked, BOT] });
      },
      await follow({}, {}),
    );
  });

  it('is told no more as a person who has no role any more', async () => {
    await toldUntil(
      () => {
        engine.push({ ...SECTIONS, organizations: [organizationOf('acme')] });
      },
      await follow(eve()),
    );
  });

  it('is told no more by a gateway', async () => {
    const response = await fetch(`${engine.url}/api/v1/a2a/long`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...gateway() },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage' },
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: {} }] } },
      }),
      signal: AbortSignal.timeout(10_000),
    });
    await toldUntil(() => {
      engine.push(sectionsWith([{ ...BOT, blocked: true }]));
    }, response);
  });

  it('goes on to be told where a snapshot changes nothing for the caller', async () => {
    const response = await follow(as('boss'));
    const [, id] = /executions\/([^/]+)/.exec(response.url) ?? [];
    const text = await toldUntil(() => {
      engine.push(sectionsWith([BOT, keyOf('boss', { role: 'org_admin' }), keyOf('new')]));
      void engine.post(`/api/v1/executions/${id ?? ''}/cancel`, undefined, as('bot'));
    }, response);
    expect(text).toContain('"status":"cancelled"');
  });
});
