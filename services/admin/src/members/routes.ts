import { Problem } from '@aicp/common/errors/problem';
import { withArticle } from '@aicp/crds/kit/with-article';
import { ONE_LINE_ID } from '@aicp/crds/kit/fields';
import { z } from 'zod';
import { isWithin } from '@aicp/contracts/people/roles';
import { permissionTo, scopeOf } from '../access/permissions.ts';
import type { Principal, Role } from '@aicp/api-kit/access/principal';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../access/define-route.ts';
import { idIn } from '../resources/collections/collection-routes.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import type { Spec } from '../resources/collection.ts';
import type { StoredObject } from '../resources/stored-object.ts';

export interface MembersOptions {
  /** Of what has members: teams, organizations. */
  readonly service: CollectionService;
  /** `Team`, for operation ids. */
  readonly name: string;
  /** What a member may be there. */
  readonly roles: readonly [string, ...string[]];
  /** Whether the administrators of teams may look: at an organization's, they would see everybody. */
  readonly isShownToTeams: boolean;
}

interface Member {
  readonly userId: string;
  readonly role: string;
}

/** `/{id}/members`: who belongs to it, with which role. Kept in `spec.members`, so that Git can own it. */
export const memberRoutes = (options: MembersOptions): Route[] => [
  listRoute(options),
  addRoute(options),
  removeRoute(options),
];

const membersOf = ({ spec }: StoredObject): readonly Member[] =>
  (spec['members'] ?? []) as readonly Member[];

const toWire = ({ userId, role }: Member) => ({ user_id: userId, role });

const answered = (roles: MembersOptions['roles']) =>
  z.object({ user_id: z.string(), role: z.enum(roles) });

const pathOf = ({ service }: MembersOptions): string =>
  `/api/v1/${service.collection.path}/{id}/members`;

function listRoute(options: MembersOptions): Route {
  const { service, name, roles, isShownToTeams } = options;
  return defineRoute({
    method: 'get',
    path: pathOf(options),
    operationId: `list${name}Members`,
    summary: `List the members of ${withArticle(service.collection.noun)}`,
    tag: service.collection.tag,
    permission: 'users:read',
    answers: { 200: { description: 'All of them.', schema: z.array(answered(roles)) } },
    handler: async (context) => {
      if (!isShownToTeams && scopeOf(context.principal.role, 'users:read') === 'teams') {
        throw new Problem(403, 'Your role shows the members of your teams only.');
      }
      const members = membersOf(await service.get(context, idIn(context)));
      return {
        status: 200,
        body: members.map(toWire),
        headers: { 'X-Total-Count': String(members.length) },
      };
    },
  });
}

function addRoute(options: MembersOptions): Route {
  const { service, name, roles } = options;
  const body = z.strictObject({
    user_id: z
      .string()
      .min(1)
      .max(253)
      .regex(ONE_LINE_ID.matches, { error: ONE_LINE_ID.says })
      .meta({ description: 'Who.', examples: ['ada@example.com'] }),
    role: z.enum(roles).default('member').meta({ description: 'What the member may do there.' }),
  });
  const member = { description: 'The member, with the role.', schema: answered(roles) };
  return defineRoute({
    method: 'post',
    path: pathOf(options),
    operationId: `add${name}Member`,
    summary: `Add a member to ${withArticle(service.collection.noun)}, or change their role`,
    ...writing(service),
    body,
    answers: { 200: member, 201: member },
    handler: async (context) => {
      const { user_id: userId, role } = context.body;
      const seen = await service.get(context, idIn(context));
      const isNew = !membersOf(seen).some((one) => one.userId === userId);
      await service.change(context, seen, {
        action: 'add_member',
        fields: ['members'],
        change: (current) => {
          const members = membersOf(current);
          const known = members.find((one) => one.userId === userId);
          requireNotAbove(context.principal, [role, known?.role]);
          const changed = members.map((one) => (one === known ? { ...one, role } : one));
          return { ...current.spec, members: known ? changed : [...members, { userId, role }] };
        },
      });
      return { status: isNew ? 201 : 200, body: toWire({ userId, role }) };
    },
  });
}

function removeRoute(options: MembersOptions): Route {
  const { service, name } = options;
  return defineRoute({
    method: 'delete',
    path: `${pathOf(options)}/{user_id}`,
    operationId: `remove${name}Member`,
    summary: `Remove a member of ${withArticle(service.collection.noun)}`,
    ...writing(service),
    answers: { 204: { description: 'The person is no member any more.' } },
    handler: async (context) => {
      const { user_id: userId } = context.params as { readonly user_id: string };
      const seen = await service.get(context, idIn(context));
      await service.change(context, seen, {
        action: 'remove_member',
        fields: ['members'],
        change: (current) => without(current, userId, context.principal),
      });
      return { status: 204 };
    },
  });
}

function without(current: StoredObject, userId: string, principal: Principal): Spec {
  const members = membersOf(current);
  const known = members.find((one) => one.userId === userId);
  if (!known) throw new Problem(404, `"${userId}" is no member here.`);
  requireNotAbove(principal, [known.role]);
  const { members: _, ...spec } = current.spec;
  const left = members.filter((one) => one !== known);
  return left.length > 0 ? { ...spec, members: left } : spec;
}

const writing = ({ collection }: CollectionService) => ({
  tag: collection.tag,
  permission: permissionTo('write', collection),
});

/** Nobody gives, or takes away, a role above their own. */
function requireNotAbove({ role: own }: Principal, roles: readonly (string | undefined)[]): void {
  const above = roles.find((role) => role !== undefined && !isWithin(asRole(role), own));
  if (above !== undefined) throw new Problem(403, `The role ${above} is above your own.`);
}

const asRole = (role: string): Role => (role === 'admin' ? 'org_admin' : (role as Role));
