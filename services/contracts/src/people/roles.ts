import type { ROLES } from '../snapshot/sections/keys.ts';

export type Role = (typeof ROLES)[number];

/** From the least to the most. Finance stands beside this line: it may what no other below org_admin may, and not what these may. */
const RANKS: readonly Role[] = ['viewer', 'member', 'team_admin', 'org_admin', 'platform_admin'];

/** Whether a role grants nothing that `own` lacks: nobody gives more than their own rights. */
export function isWithin(role: Role, own: Role): boolean {
  if (role === own) return true;
  if (role === 'finance') return own === 'org_admin' || own === 'platform_admin';
  return own !== 'finance' && RANKS.indexOf(role) <= RANKS.indexOf(own);
}

/** In which order roles of one person are taken, the last one first: where none holds the other, the one that was given for more than to look. */
const PRECEDENCE: readonly Role[] = [
  'viewer',
  'member',
  'finance',
  'team_admin',
  'org_admin',
  'platform_admin',
];

/** The role that counts of those that somebody was given; undefined of none. */
export const strongestOf = (roles: readonly Role[]): Role | undefined =>
  PRECEDENCE.findLast((role) => roles.includes(role));
