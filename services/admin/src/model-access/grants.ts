import { Problem } from '@aicp/common/errors/problem';
import { accessGrant, grantNameFor } from '@aicp/crds/access-grant';
import { accessTier } from '@aicp/crds/access-tier';
import type { CollectionService } from '../resources/collection-service.ts';
import type { Collection } from '../resources/collection.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import type { WriteContext } from '../resources/write-hooks.ts';
import type { AccessRequest } from './access-requests-table.ts';

/** AccessGrants have no endpoints: they come from approvals, or from Git. */
export const accessGrants: Collection = {
  kind: accessGrant,
  path: 'model-access/grants',
  permission: 'access_requests',
  ...{ tag: 'Access grants', noun: 'access grant' },
  makeName: ({ requestId }) => grantNameFor(String(requestId)),
  example: {},
};

/** The AccessGrant that an approved request stands for: there is one at most, under a name made from the request's id. */
export class Grants {
  private readonly service: CollectionService;
  private readonly store: ObjectStore;

  constructor(options: { service: CollectionService; store: ObjectStore }) {
    this.service = options.service;
    this.store = options.store;
  }

  /** As the Kubernetes API has it now. */
  async of(request: AccessRequest): Promise<StoredObject | undefined> {
    return await this.store.read(accessGrant, grantNameFor(request.id));
  }

  /** Those in the cache that requests stand behind. */
  list(): readonly StoredObject[] {
    return this.store.list(accessGrant).filter(({ metadata, spec }) => {
      return metadata.name === grantNameFor(String(spec['requestId']));
    });
  }

  /** Makes it, or finds the one that an approval left which could not be noted. */
  async give(
    context: WriteContext,
    request: AccessRequest,
    expiresAt: Date | undefined,
  ): Promise<StoredObject> {
    const there = await this.of(request);
    if (there) return there;
    const spec = {
      tierId: request.tier_id,
      requestId: request.id,
      approvedBy: context.principal.subject,
      ...given('organizationId', request.organization_id),
      ...given('teamId', request.team_id),
      ...given('userId', request.user_id),
      ...given('expiresAt', expiresAt?.toISOString()),
    };
    return await this.service.create(
      context,
      {},
      spec,
      this.store.find(accessTier, request.tier_id),
    );
  }

  /** Removes it, where it is there. */
  async take(context: WriteContext, request: Pick<AccessRequest, 'id'>): Promise<void> {
    const there = await this.store.read(accessGrant, grantNameFor(request.id));
    if (!there) return;
    try {
      await this.service.remove({ ...context, ifMatch: undefined }, there);
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof Problem && error.status === 404)) throw error;
    }
  }
}

const given = (field: string, value: string | null | undefined) =>
  value === null || value === undefined ? {} : { [field]: value };
