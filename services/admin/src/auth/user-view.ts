import { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import { z } from 'zod';
import type { Principal } from '@aicp/api-kit/access/principal';

/** How the API shows callers to themselves. */
export const userSchema = z
  .object({
    user_id: z.string().meta({ description: 'The person, or the key where none is known.' }),
    email: z.string().nullable(),
    role: z.enum(ROLES),
    organization_id: z.string().nullable().meta({
      description:
        'The organization that the user is confined to; null: the user belongs to the platform.',
    }),
    team_ids: z.array(z.string()),
    permissions: z.array(z.string()).meta({ description: '`resource:verb`, sorted.' }),
  })
  .meta({ id: 'CurrentUser' });

/** What members write of their own alone. */
const OWN_KEYS = 'api_keys:write';

/** Whether something can be a caller's own: a member's key that names no user owns nothing, and writes no key. */
const mayOwn = ({ role, subject, keyName }: Principal): boolean =>
  role !== 'member' || subject !== keyName;

export const toUser = (principal: Principal): z.output<typeof userSchema> => ({
  user_id: principal.subject,
  email: principal.email ?? null,
  role: principal.role,
  organization_id: principal.organizationId ?? null,
  team_ids: [...principal.teamIds],
  permissions: [...principal.permissions]
    .filter((permission) => permission !== OWN_KEYS || mayOwn(principal))
    .sort(),
});
