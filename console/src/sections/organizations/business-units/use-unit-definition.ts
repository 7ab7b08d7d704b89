import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePathParam } from '../../../address/use-path-param.ts';
import type { ObjectDefinition } from '../../../objects/kit/object-definition.ts';
import { unitDefinition } from './unit-definition.ts';
import unitSchema from './unit-schema.json';

/** What the pages of the business units show, of the organization that the address names. */
export function useUnitDefinition(): ObjectDefinition {
  const organization = usePathParam('org');
  const client = useQueryClient();
  return useMemo(() => {
    const definition = unitDefinition(organization);
    // Their collection is below an organization: the fields of their form are here, and not among those of the kinds whose collections stand alone.
    client.setQueryDefaults(['form-schema', definition.resource.type], { initialData: unitSchema });
    return definition;
  }, [client, organization]);
}
