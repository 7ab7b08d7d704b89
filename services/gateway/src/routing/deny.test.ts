import type { PolicyFragment } from '@aicp/contracts/snapshot/fragments';
import { describe, expect, it } from 'vitest';
import { buildRuntime } from '../testing/build-runtime.ts';
import { fallback, group, model, rule, simulated } from '../testing/fragments.ts';
import { caller, factsFor, viewer } from '../testing/request-facts.ts';
import { RequestAttributes } from '@aicp/contracts/routing/request-attributes';
import { route } from '@aicp/contracts/routing/route';

const beta = { organization: 'beta' };

/** Who serves beta's request for a model, where the platform denies `large` to beta, and these policies stand beside that. */
function routed(policies: readonly PolicyFragment[], asked = 'small', random = () => 0) {
  const denial = rule('no-large', 'deny', ['large'], {
    condition: 'organization == beta',
    priority: 1_000_000,
  });
  const { catalog, policies: book } = buildRuntime({
    providers: [simulated('sim')],
    models: [
      model('small', 'sim'),
      model('medium', 'sim'),
      model('large', 'sim', { aliases: ['big'] }),
      model('with-fallback', 'sim', { fallbacks: ['large', 'medium'] }),
    ],
    policies: [group('mixed', { large: 9, medium: 3, small: 1 }), denial, ...policies],
  });
  const view = viewer(beta);
  const served = catalog.find(asked, view)!;
  const { candidates, policy } = route({
    asked: served,
    viewer: view,
    attributes: new RequestAttributes(factsFor(served, { caller: caller(beta) })),
    catalog,
    policies: book,
    random,
  });
  return [candidates.map(({ id }) => id).join(' '), policy];
}

describe('what the platform denies', () => {
  it('stays denied whatever an organization prefers or permits, by whatever name', () => {
    for (const target of ['large', 'big', 'mixed']) {
      const [preferred] = routed([rule('theirs', 'prefer', [target], beta)]);
      const [permitted] = routed([rule('theirs', 'permit', ['small', target], beta)]);
      expect(preferred).not.toContain('large');
      expect(permitted).not.toContain('large');
    }
    expect(routed([rule('theirs', 'prefer', ['large'], beta)])).toEqual(['small', 'theirs']);
    expect(routed([rule('theirs', 'permit', ['large'], beta)])).toEqual(['', 'no-large']);
  });

  it('stays denied in groups and fallbacks that an organization makes', () => {
    const theirs = [
      group('theirs', { large: 1, small: 1 }, beta),
      fallback('more', 'small', ['large'], beta),
    ];
    expect(routed(theirs, 'theirs')[0]).toBe('small');
    expect(routed(theirs)[0]).toBe('small');
    expect(routed([], 'with-fallback')[0]).toBe('with-fallback medium');
  });

  it('is not brought back once nothing of the request is left', () => {
    expect(routed([rule('theirs', 'prefer', ['small'], beta)], 'large')).toEqual(['', 'no-large']);
  });

  it('leaves the shares of a group to the members that are left', () => {
    expect(routed([], 'mixed', () => 0.74)[0]).toBe('medium small');
    expect(routed([], 'mixed', () => 0.76)[0]).toBe('small medium');
  });
});

describe('the platform’s order', () => {
  it('is kept by an organization’s permit, whose other targets follow', () => {
    const platform = rule('ours', 'prefer', ['medium']);
    const theirs = rule('theirs', 'permit', ['with-fallback', 'small', 'medium'], beta);
    expect(routed([platform, theirs])[0]).toBe('medium small with-fallback');
  });

  it('is changed by an organization’s prefer among what is left', () => {
    const platform = rule('ours', 'permit', ['medium', 'small', 'large']);
    expect(routed([platform, rule('theirs', 'prefer', ['medium', 'large'], beta)])[0]).toBe(
      'medium small',
    );
  });
});
