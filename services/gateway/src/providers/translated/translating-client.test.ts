import { expect, it } from 'vitest';
import { NO_SECRETS } from '../upstream/secret-guard.ts';
import type { ProviderClient } from '../upstream/provider-client.ts';
import { TranslatingClient } from './translating-client.ts';

const unasked = (): never => {
  throw new Error('nobody is asked');
};

/** A client with every member that there is: one that is new does not compile until it stands here. */
const INNER: { [Member in keyof Required<ProviderClient>]: NonNullable<ProviderClient[Member]> } = {
  speaks: ['chat'],
  speaksOf: () => ['responses'],
  serves: () => true,
  takes: ['top_k'],
  unusable: 'its settings make no client',
  send: unasked,
  askFor: unasked,
  counterOf: () => unasked,
  batches: { urlOf: (endpoint) => endpoint, processesFiles: true },
  files: { purposes: new Map() },
  openSession: unasked,
  guard: NO_SECRETS,
  errorGuard: NO_SECRETS,
};

/** Members that it does itself, or binds. */
const OWN = new Set(['send', 'speaksOf', 'serves', 'askFor', 'counterOf']);

it('a provider that is translated has every member that its client has', () => {
  const whole: ProviderClient = new TranslatingClient(INNER, { now: () => 0 });
  for (const [name, value] of Object.entries(INNER)) {
    const passed: unknown = Reflect.get(whole, name);
    if (OWN.has(name)) expect([name, typeof passed]).toEqual([name, 'function']);
    else expect([name, passed]).toEqual([name, value]);
  }
  expect(whole.speaksOf?.('a')).toEqual(['responses']);
  expect(whole.counterOf?.('a')).toBeTypeOf('function');
});

it('a provider that is translated has no member that its client has not', () => {
  const { speaks, send, guard, errorGuard } = INNER;
  const inner = { speaks, send, guard, errorGuard };
  const whole: ProviderClient = new TranslatingClient(inner, { now: () => 0 });
  expect(whole.counterOf?.('a')).toBeUndefined();
  const { takes, unusable, askFor, batches, openSession } = whole;
  expect([takes, unusable, askFor, batches, openSession]).toEqual(Array(5).fill(undefined));
});
