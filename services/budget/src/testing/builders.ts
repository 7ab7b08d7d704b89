import { hash } from 'node:crypto';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { newApiKey } from '@aicp/contracts/keys/api-key';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { keySection, type KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { NO_TOKENS, type UsageRecord } from '@aicp/contracts/usage/usage-record';

const USD = 1_000_000_000;

export const sourceOf = (kind: string, name: string) => ({
  ...{ kind, name, uid: `uid-of-${kind}-${name}`, generation: 1 },
});

/** A record of a request that cost so many USD. */
export function usageOf(usd: number, more: Partial<UsageRecord> = {}): UsageRecord {
  const now = Date.now();
  return {
    ...{ id: uuidV7(now), request_id: 'r', at: new Date(now).toISOString() },
    ...{
      organization: 'acme',
      business_unit: null,
      team: 'ml',
      user: null,
      user_from: 'key',
      key: 'bot',
    },
    ...{ tags: {}, model_asked: 'gpt', model_served: 'gpt', provider: 'openai' },
    ...{ policy: null, ab_test: null, variant: null, ...NO_TOKENS, input: 10, output: 5 },
    ...{ source: 'provider', completion: 'complete', status: 200, latency_ms: 5 },
    ...{ first_token_ms: null, attempts: 1, cost_nano_usd: Math.round(usd * USD) },
    ...{ price_version: 'p1', payer: 'platform', cache: null, saved: null, config_revision: '1.1' },
    ...{ guardrails: [], prompt: null },
    ...more,
  };
}

/** A budget of so many USD. */
export function budgetOf(
  id: string,
  usd: number,
  more: Partial<BudgetFragment> = {},
): BudgetFragment {
  const limit = Math.round(usd * USD);
  return {
    ...{ source: sourceOf('Budget', id), id, scope: 'team', value: 'ml', window: 'month' },
    ...{ limit: String(limit), soft: String(Math.round(limit * 0.8)), hard: String(limit) },
    ...{ softPercent: 0.8, hardPercent: 1, action: 'block' },
    ...more,
  };
}

/** A key, with the secret that it is known by. */
export function keyOf(
  id: string,
  more: Partial<KeyFragment> = {},
): { readonly secret: string; readonly fragment: KeyFragment } {
  const secret = newApiKey();
  const fragment: KeyFragment = {
    ...{ source: sourceOf('APIKey', id), id, hashes: [{ hash: hash('sha256', secret) }] },
    ...{ role: 'member', organization: 'acme', team: 'ml', allowedModels: [] },
    ...{ blocked: false, metadata: {}, ...more },
  };
  return { secret, fragment };
}

/** The section that keys stand in here. */
export const KEYS = keySection(0);

export const teamOf = (id: string) => ({
  ...{ source: sourceOf('Team', id), id, organization: 'acme', members: [] },
});

/** A provider that serves. */
export const providerOf = (id: string, organization?: string): ProviderFragment => ({
  ...{ source: sourceOf('Provider', id), id, organization, type: 'openai', credential: 'set' },
  ...{ timeoutMs: 60_000, maxRetries: 2, headers: {}, isActive: true },
});

/** A model that costs so many USD for a million tokens in, and out. */
export const modelOf = (id: string, usd: number) => ({
  ...{ source: sourceOf('Model', id), id, name: id, aliases: [], provider: 'openai' },
  ...{ upstreamModel: id, mode: 'chat', weight: 1, fallbacks: [], created: 0 },
  prices: { input: String(usd * USD), output: String(usd * USD) },
  priceVersion: 'p1',
});
