import { Stack, Text } from '@mantine/core';
import { useRelations } from '../../../objects/detail/relations/use-relations.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { REQUESTS, type AccessRequest } from '../requests/access-request.ts';
import { GRANT_COLUMNS } from '../requests/columns.tsx';
import { RequestDetails } from '../requests/request-details.tsx';

/** Who has access to the models of a tier, and until when. */
export function HoldersTab({ object }: { readonly object: ApiObject }) {
  return (
    <Stack gap="sm">
      {object['requires_approval'] === false && (
        <Text size="sm">
          This tier asks for no approval: everybody may use its models, and a request is granted at
          once.
        </Text>
      )}
      <RecordList<AccessRequest>
        collection={REQUESTS}
        nouns="accesses"
        idOf={({ id }) => id}
        columns={GRANT_COLUMNS}
        query={{ tier_id: object.id, status: 'approved' }}
        Details={RequestDetails}
        refetchMs={15_000}
        empty={<Text size="sm">Nobody was given access to this tier by a request.</Text>}
      />
      <OtherGrants id={object.id} />
    </Stack>
  );
}

/** Grants that come from Git or kubectl have no request; they are told by what refers to the tier. */
function OtherGrants({ id }: { readonly id: string }) {
  const { data } = useRelations(RESOURCES.accessTier.collection, id);
  const grants = (data?.referred_by ?? []).filter(
    ({ resource_type: type, id: name }) => type === 'access_grant' && !name.startsWith('request-'),
  );
  if (grants.length === 0) return null;
  return (
    <Text size="sm">
      Given without a request, by Git or kubectl: {grants.map(({ id: name }) => name).join(', ')}.
    </Text>
  );
}
