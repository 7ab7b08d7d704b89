import { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import { ROLES as KEY_ROLES } from '@aicp/crds/api-key';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin, strongestOf } from '@aicp/contracts/people/roles';
import { permissionsOf } from './permissions.ts';

const role = fc.constantFrom(...ROLES);

describe('roles', () => {
  it('are those that a key may have', () => {
    expect([...ROLES].sort()).toEqual(KEY_ROLES.filter((one) => one !== 'admin').sort());
  });

  it('hold all that the roles within them may', () => {
    for (const own of ROLES) {
      for (const one of ROLES.filter((inner) => isWithin(inner, own))) {
        // What a member is to ask for, a team_admin may ask for, and so on; a viewer looks at more than a member does.
        if (one === 'viewer') continue;
        for (const permission of permissionsOf(one)) {
          expect(permissionsOf(own).has(permission), `${own} ${one} ${permission}`).toBe(true);
        }
      }
    }
  });

  it('give finance as org_admin and platform_admin alone, and finance gives nothing', () => {
    expect(ROLES.filter((own) => isWithin('finance', own)).sort()).toEqual([
      ...['finance', 'org_admin', 'platform_admin'],
    ]);
    expect(ROLES.filter((one) => isWithin(one, 'finance'))).toEqual(['finance']);
    const writes = [...permissionsOf('finance')].filter((one) => !one.endsWith(':read'));
    expect(writes).toEqual(['chargeback:write', 'cost_allocation_rules:write']);
  });

  it('let finance read money, and neither keys, people, policies nor the audit log', () => {
    const reads = [...permissionsOf('finance')].filter((one) => one.endsWith(':read')).sort();
    expect(reads).toEqual(
      [
        ...['budgets:read', 'business_units:read', 'chargeback:read', 'cost_allocation_rules:read'],
        ...['models:read', 'organizations:read', 'price_catalogs:read', 'teams:read', 'usage:read'],
      ].sort(),
    );
  });

  it.each(['playground:write', 'executions:write'])(
    'let those have %s who do more than read, since it costs',
    (permission) => {
      expect(ROLES.filter((one) => permissionsOf(one).has(permission)).sort()).toEqual([
        ...['member', 'org_admin', 'platform_admin', 'team_admin'],
      ]);
    },
  );

  it('are an order in parts: each within itself, none within each other but itself (property)', () => {
    fc.assert(
      fc.property(role, role, role, (a, b, c) => {
        expect(isWithin(a, a)).toBe(true);
        if (isWithin(a, b) && isWithin(b, a)) expect(a).toBe(b);
        if (isWithin(a, b) && isWithin(b, c)) expect(isWithin(a, c)).toBe(true);
      }),
    );
  });

  it('count one of several, in whichever order they were given, and never one that another holds (property)', () => {
    fc.assert(
      fc.property(fc.array(role, { minLength: 1 }), (roles) => {
        const chosen = strongestOf(roles)!;
        expect(strongestOf(roles.toReversed())).toBe(chosen);
        expect(roles.some((one) => one !== chosen && isWithin(chosen, one))).toBe(false);
      }),
    );
    expect(strongestOf(['viewer', 'finance', 'member'])).toBe('finance');
    expect(strongestOf(['finance', 'team_admin'])).toBe('team_admin');
    expect(strongestOf([])).toBeUndefined();
  });
});
