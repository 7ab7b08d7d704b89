import { permissionsOf } from '../../access/permissions.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';

/** For what this service does by itself: by the clock, or because a tier needs no approval. `requestId` is what it does it for. */
export const systemContext = (requestId: string): WriteContext => ({
  principal: {
    kind: 'key',
    subject: 'system',
    role: 'platform_admin',
    organizationId: undefined,
    teamIds: [],
    permissions: permissionsOf('platform_admin'),
  },
  requestId,
  ip: undefined,
  source: 'system',
  dryRun: false,
  ifMatch: undefined,
});
