import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { checkAccess, checkCandidates, resolveName } from '@aicp/contracts/routing/stages';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { describe, expect, it } from 'vitest';
import { buildRuntime, factsFor } from '../testing/request-facts.ts';
import {
  allowedModels,
  deprecation,
  group,
  key,
  model,
  rule,
  simulated,
} from '../testing/fragments.ts';

interface Installation {
  readonly models?: readonly ModelFragment[];
  readonly policies?: readonly PolicyFragment[];
  /** What acme is limited to. */
  readonly allowed?: readonly string[];
  readonly keyAllows?: readonly string[];
  readonly isSmallGone?: boolean;
  readonly organization?: string;
}

const acme = { organization: 'acme' };
const NOW = Date.parse('2026-06-01T00:00:00Z');

/** The platform's models small and luxury, acme's, a group of each, and what else there is. */
function built(installation: Installation) {
  const { organization = 'acme', models = [], policies = [] } = installation;
  const { allowed = [], keyAllows = [], isSmallGone } = installation;
  const end = deprecation('small', {
    ...acme,
    sunsetAt: '2026-01-01T00:00:00Z',
    replacement: 'luxury',
    autoReroute: true,
  });
  return buildRuntime({
    providers: [simulated('sim'), simulated('acme-sim', {}, acme)],
    models: [
      model('small', 'sim', { tier: 'free' }),
      model('luxury', 'sim', { tier: 'premium', aliases: ['best'] }),
      model('acme-luxury', 'sim', { ...acme, inherits: 'luxury', tier: 'free' }),
      model('acme-own', 'acme-sim', acme),
      ...models,
    ],
    policies: [
      group('acme-mixed', { luxury: 1, small: 1 }, acme),
      group('mixed', { luxury: 1, small: 1 }),
      ...policies,
    ],
    keys: [key('k', { organization, allowedModels: [...keyAllows] })],
    organizations: allowed.length > 0 ? [allowedModels('Organization', 'acme', allowed)] : [],
    deprecations: isSmallGone === true ? [end] : [],
  });
}

/** Who serves a request of acme's (or another organization's) for a name; a refusal's code where nobody does. */
function served(model: string, installation: Installation = {}): string {
  const runtime = built(installation);
  const { principal } = [...runtime.keys.values()][0]!;
  const entitlement = entitlementOf(principal, runtime, NOW);
  const { catalog, policies } = runtime;
  const named = { requestedName: model, deprecation: undefined, at: NOW };
  const { resolution, refusal } = resolveName(catalog, entitlement, named);
  if (!resolution) return String(refusal?.code);
  const access = checkAccess(resolution, model, entitlement);
  if (access.refusal) return String(access.refusal.code);
  const routed = route({
    resolution,
    entitlement,
    attributes: new RequestAttributes(factsFor(resolution, { principal })),
    catalog,
    policies,
    random: () => 0,
  });
  return checkCandidates(routed)?.code ?? routed.candidates.map(({ id }) => id).join(' ');
}

describe('a name', () => {
  const own = model('theirs', 'acme-sim', { ...acme, aliases: ['small', 'house'] });
  const rivals = model('rivals', 'sim', { organization: 'rival', aliases: ['house'] });

  it('means the platform’s model, whatever an organization calls its own', () => {
    expect(served('small', { models: [own] })).toBe('small');
    expect(served('small', { models: [own], organization: 'rival' })).toBe('small');
  });

  it('of two organizations means the one of the principal’s organization, and nothing to anybody else', () => {
    expect(served('house', { models: [own, rivals] })).toBe('theirs');
    expect(served('house', { models: [own, rivals], organization: 'rival' })).toBe('rivals');
    expect(served('house', { models: [own, rivals], organization: 'third' })).toBe(
      'model_not_found',
    );
  });
});

describe('a platform’s deny of a name', () => {
  const deny = (name: string) =>
    rule('d', 'deny', [], { targetNames: [name], targetsMissing: true });

  it('takes an organization’s model of that id or alias', () => {
    const policies = [deny('house')];
    const models = [model('theirs', 'acme-sim', { ...acme, aliases: ['house'] })];
    expect(served('theirs', { models, policies })).toBe('policy_denied');
    expect(served('house', { models, policies })).toBe('policy_denied');
    expect(served('acme-own', { models, policies })).toBe('acme-own');
  });

  it('takes the members of a group of that name, for that organization alone', () => {
    const policies = [deny('acme-mixed')];
    expect(served('luxury', { policies })).toBe('policy_denied');
    expect(served('luxury', { policies, organization: 'rival' })).toBe('luxury');
  });

  it('takes the models that use the platform’s', () => {
    for (const target of ['luxury', 'best', 'mixed']) {
      expect(served('acme-luxury', { policies: [rule('d', 'deny', [target])] })).toBe(
        'policy_denied',
      );
    }
  });

  it('takes them also where its condition asks for the platform’s model or tier', () => {
    for (const condition of ['model == luxury', 'tier == premium']) {
      const policies = [rule('d', 'deny', [], { condition })];
      expect(served('acme-luxury', { policies })).toBe('policy_denied');
      expect(served('acme-own', { policies })).toBe('acme-own');
    }
  });
});

describe('what an organization is limited to', () => {
  it('is not reached by its own alias, group or model', () => {
    const models = [model('small-too', 'acme-sim', acme)];
    const policies = [group('small-group', { luxury: 1 }, acme)];
    const allowed = ['small*', 'acme-*'];
    expect(served('small', { allowed })).toBe('small');
    for (const named of ['small-too', 'small-group', 'acme-own', 'acme-luxury', 'luxury']) {
      expect(served(named, { models, policies, allowed })).toBe('model_not_allowed');
    }
    expect(served('acme-mixed', { allowed })).toBe('small');
  });

  it('allows a model that uses an allowed one of the platform’s, and the members of the platform’s group', () => {
    expect(served('acme-luxury', { allowed: ['best'] })).toBe('acme-luxury');
    expect(served('mixed', { allowed: ['mixed'] })).toBe('luxury small');
    expect(served('acme-mixed', { allowed: ['mixed'] })).toBe('model_not_allowed');
  });

  it('does not open to what stands in for a member of a group that has gone', () => {
    expect(served('mixed', { allowed: ['mixed'], isSmallGone: true })).toBe('luxury');
    expect(served('small', { allowed: ['small'], isSmallGone: true })).toBe('model_not_allowed');
    expect(served('acme-mixed', { allowed: ['small'], isSmallGone: true })).toBe(
      'model_not_allowed',
    );
  });
});

describe('what a key is limited to', () => {
  it('may be named as its organization names it', () => {
    expect(served('acme-mixed', { keyAllows: ['acme-mixed'] })).toBe('luxury small');
    expect(served('acme-own', { keyAllows: ['acme-*'] })).toBe('acme-own');
    expect(served('mixed', { keyAllows: ['acme-mixed'] })).toBe('model_not_allowed');
  });
});

describe('a model that uses one of the platform’s', () => {
  it('goes when that one goes', () => {
    const models = [model('acme-small', 'sim', { ...acme, inherits: 'small' })];
    expect(served('acme-small', { models })).toBe('acme-small');
    expect(served('acme-small', { models, isSmallGone: true })).toBe('luxury');
  });

  it('is not there without it', () => {
    const models = [model('acme-none', 'sim', { ...acme, inherits: 'none' })];
    expect(served('acme-none', { models })).toBe('model_not_found');
  });
});
