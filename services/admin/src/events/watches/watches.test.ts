import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { abtest } from '@aicp/crds/abtest';
import { modelDeprecation } from '@aicp/crds/model-deprecation';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion } from '@aicp/crds/prompt-version';
import { provider } from '@aicp/crds/provider';
import { routingPolicy } from '@aicp/crds/routing-policy';
import { describe, expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Marks, Watch } from '../sweep/watch.ts';
import { conditionWith, keyHash, keyState, stateOf } from '../testing/object-states.ts';
import { abTestWatch } from './ab-test-watch.ts';
import { apiKeyWatch } from './api-key-watch.ts';
import { messageOf } from './condition-of.ts';
import { deprecationWatch } from './deprecation-watch.ts';
import { eventOwner } from './event-owner.ts';
import { promptTemplateWatch, promptVersionWatch } from './prompt-watches.ts';
import { providerWatch } from './provider-watch.ts';
import { rejectionWatch } from './rejection-watch.ts';

const NOON = Date.UTC(2026, 10, 24, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const nobody = { find: () => undefined };

/** What is told of an object that is in these states, one after the other, at these hours after noon. */
function told(watch: Watch, ...states: readonly (readonly [number, StoredObject])[]): string[][] {
  let marks: Marks | undefined;
  return states.map(([hours, object]) => {
    const look = watch.look(object, marks, {
      nowMs: NOON + hours * HOUR,
      organizationOf: (one) => eventOwner(one, nobody),
    });
    ({ marks } = look);
    for (const { type, data, subject, organization } of look.events) {
      const { error } = EVENT_CATALOG[type].data.strict().safeParse(data);
      expect(error?.message, type).toBeUndefined();
      expect(subject).toContain(`/${object.metadata.name}`);
      expect(organization).toBe('acme');
      expect(JSON.stringify(data)).not.toMatch(/0{60}/);
    }
    return look.events.map(({ type, transition }) => `${type} ${transition}`);
  });
}

const acme = (spec: object = {}) => ({ organizationId: 'acme', ...spec });

describe('keys', () => {
  const at = (generation: number, spec: object = {}) =>
    keyState('bot', { generation, spec: { ...spec } });

  it('are told of when they are made, get another secret, and are blocked', () => {
    const rotated = { keyHash: keyHash(2), previousKeyExpiresAt: '2026-11-25T12:00:00Z' };
    const blocked = { ...rotated, blocked: true };
    const all = told(
      apiKeyWatch,
      [0, at(1)],
      [1, at(2, { teamId: 'ml' })],
      [2, at(3, rotated)],
      [3, at(4, blocked)],
      [4, at(5, { ...blocked, teamId: 'ml' })],
      [5, at(6, rotated)],
      [6, at(7, blocked)],
    );
    expect(all).toEqual([
      ['key.created created'],
      [],
      [expect.stringMatching(/^key\.rotated [0-9a-f]{16}$/)],
      ['key.revoked blocked 4'],
      [],
      [],
      ['key.revoked blocked 7'],
    ]);
  });

  it('are told of 7 days and 1 day before they expire, not after that, and not of the time before they were made', () => {
    const ends = (days: number) => ({
      expiresAt: new Date(NOON + days * DAY).toISOString(),
    });
    const all = told(
      apiKeyWatch,
      [0, at(1, ends(8))],
      [25, at(1, ends(8))],
      [26, at(1, ends(8))],
      [7 * 24, at(1, ends(8))],
      [8 * 24, at(1, ends(8))],
      [8 * 24, at(2, ends(16))],
      [9 * 24, at(2, ends(16))],
    );
    const notice = (days: number, before: number) =>
      `key.expiring ${new Date(NOON + days * DAY).toISOString()} ${before}`;
    expect(all.slice(1)).toEqual([[notice(8, 7)], [], [notice(8, 1)], [], [], [notice(16, 7)]]);
    expect(told(apiKeyWatch, [0, at(1, ends(3))], [49, at(1, ends(3))])).toEqual([
      ['key.created created'],
      [notice(3, 1)],
    ]);
  });

  it('are told of when they are deleted, unless they were blocked', () => {
    const look = (spec: object) =>
      apiKeyWatch.look(at(1, spec), undefined, { nowMs: NOON, organizationOf: () => 'acme' });
    const gone = (spec: object) =>
      apiKeyWatch.gone?.(
        { uid: 'u', kind: 'APIKey', name: 'bot', marks: look(spec).marks },
        NOON,
      ) ?? [];
    expect(gone({ blocked: true })).toEqual([]);
    const [event] = gone({ teamId: 'ml' });
    expect(event).toMatchObject({
      ...{ type: 'key.revoked', transition: 'deleted', organization: 'acme' },
      data: { key_id: 'bot', team_id: 'ml', reason: 'deleted' },
    });
    const schema = EVENT_CATALOG['key.revoked'].data.strict();
    expect(schema.safeParse(event?.data).error?.message).toBeUndefined();
  });
});

describe('providers', () => {
  const with_ = (status: 'True' | 'False' | 'Unknown', reason: string, minute: number) =>
    stateOf(provider, 'openai', {
      spec: acme(),
      status: conditionWith('Healthy', status, {
        reason,
        lastTransitionTime: `2026-11-24T12:${String(minute).padStart(2, '0')}:00Z`,
      }),
    });

  it('are down once for each outage, however it wavers, and recover once', () => {
    const all = told(
      providerWatch,
      [0, stateOf(provider, 'openai', { spec: acme() })],
      [0, with_('True', 'Serving', 1)],
      [0, with_('False', 'Degraded', 2)],
      [0, with_('False', 'Failing', 2)],
      [0, with_('False', 'Degraded', 2)],
      [0, with_('False', 'Failing', 2)],
      [0, with_('Unknown', 'NoTraffic', 3)],
      [0, with_('False', 'Failing', 4)],
      [0, with_('True', 'Serving', 5)],
      [0, with_('False', 'Degraded', 6)],
      [0, with_('True', 'Serving', 7)],
      [0, with_('False', 'Failing', 8)],
    );
    const moment = (minute: number) => `2026-11-24T12:0${minute}:00.000Z`;
    expect(all.flat()).toEqual([
      `provider.down ${moment(2)}`,
      `provider.recovered ${moment(5)}`,
      `provider.down ${moment(8)}`,
    ]);
  });
});

describe('prompts', () => {
  const in_ = (state: string, generation: number) =>
    stateOf(promptTemplate, 'summary', {
      ...{ generation, spec: acme({ state, version: 2, templateText: 'secret plan' }) },
    });

  it('are told of each time they are handed in', () => {
    const all = told(
      promptTemplateWatch,
      [0, in_('draft', 1)],
      [0, in_('in_review', 2)],
      [0, in_('in_review', 3)],
      [0, in_('draft', 4)],
      [0, in_('in_review', 5)],
      [0, in_('approved', 6)],
    );
    expect(all.flat()).toEqual(['prompt.submitted in_review 2', 'prompt.submitted in_review 5']);
  });

  it('are told of when a text was approved', () => {
    const watch = promptVersionWatch(() => in_('approved', 6));
    const spec = acme({ prompt: 'summary', version: 2, approvedBy: 'grace', templateText: 't' });
    const version = stateOf(promptVersion, 'summary-v2', { spec });
    expect(told(watch, [0, version], [1, version])).toEqual([['prompt.approved approved'], []]);
  });
});

describe('A/B tests', () => {
  const in_ = (state: string | undefined, generation: number, more: object = {}) =>
    stateOf(abtest, 'mini', { generation, spec: acme({ state, ...more }) });

  it('are told of when they start for the first time, and when they end', () => {
    const all = told(
      abTestWatch,
      [0, in_(undefined, 1)],
      [0, in_('running', 2)],
      [0, in_('paused', 3)],
      [0, in_('running', 4)],
      [0, in_('promoted', 5)],
      [0, in_('promoted', 6)],
    );
    expect(all.flat()).toEqual(['abtest.started started', 'abtest.promoted promoted 5']);
  });

  it('that went on to their end while nobody looked have started as well', () => {
    const startedAt = '2026-11-24T12:30:00Z';
    const all = told(abTestWatch, [0, in_('draft', 1)], [1, in_('rolled_back', 3, { startedAt })]);
    expect(all.flat()).toEqual(['abtest.started started', 'abtest.rolled_back rolled_back 3']);
    expect(told(abTestWatch, [0, in_('stopped', 1)]).flat()).toEqual([]);
  });
});

describe('deprecations', () => {
  const with_ = (spec: object, status?: Record<string, unknown>) =>
    stateOf(modelDeprecation, 'gpt-4', {
      ...{ spec: acme({ modelName: 'gpt-4', ...spec }), ...(status ? { status } : {}) },
    });

  it('are told of when their dates come, and again where a date is moved', () => {
    const dates = { deprecationDate: '2026-11-25', sunsetDate: '2026-11-26' };
    const later = { ...dates, sunsetDate: '2026-11-28' };
    const all = told(
      deprecationWatch,
      [0, with_(dates)],
      [12, with_(dates)],
      [13, with_(dates)],
      [36, with_(dates)],
      [37, with_(later)],
      [96, with_(later)],
    );
    expect(all).toEqual([
      [],
      ['model.deprecated 2026-11-25T00:00:00.000Z'],
      [],
      ['model.sunset 2026-11-26T00:00:00.000Z'],
      [],
      ['model.sunset 2026-11-28T00:00:00.000Z'],
    ]);
  });

  it('without a date of deprecation are of the day that they were made, and those that are not in force tell nothing', () => {
    expect(told(deprecationWatch, [1, with_({})])).toEqual([
      ['model.deprecated 2026-11-24T12:00:00.000Z'],
    ]);
    expect(told(deprecationWatch, [1, with_({}, conditionWith('Accepted', 'False'))])).toEqual([
      [],
    ]);
  });
});

describe('rejected objects', () => {
  const with_ = (generation: number, status: 'True' | 'False', more: object = {}) =>
    stateOf(routingPolicy, 'eu', {
      ...{ generation, spec: acme() },
      status: conditionWith('Accepted', status, {
        ...{ reason: 'Invalid', observedGeneration: generation },
        ...more,
      }),
    });

  it('are told of once a generation and reason, when they have been so for 10 s', () => {
    const soon = 9 / 3600;
    const all = told(
      rejectionWatch,
      [soon, with_(1, 'False')],
      [1, with_(1, 'False')],
      [2, with_(1, 'False', { message: 'another one' })],
      [3, with_(2, 'False', { observedGeneration: 1 })],
      [4, with_(2, 'False')],
      [5, with_(2, 'False', { reason: 'Conflicted' })],
      [6, with_(3, 'True')],
    );
    expect(all).toEqual([
      [],
      ['config.rejected 1 Invalid'],
      [],
      [],
      ['config.rejected 2 Invalid'],
      ['config.rejected 2 Conflicted'],
      [],
    ]);
  });

  it('are told of without what addresses have behind their path, and without credentials', () => {
    const message =
      'spec.baseUrl: https://ada:pw@example.com/v1?token=abc is not "http://example.com/x#frag"';
    expect(messageOf({ message })).toBe(
      'spec.baseUrl: https://example.com/v1 is not "http://example.com/x"',
    );
  });
});
