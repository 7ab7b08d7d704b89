import { Badge } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';

const isPublished = (object: ApiObject): boolean => object['publish'] === true;

/** Whether gateways offer a workflow as an agent. */
export const publishedColumn: RecordColumn<ApiObject> = {
  ...{ field: 'publish', title: 'As an agent', isSortable: true },
  cell: (object) => (isPublished(object) ? 'Yes' : 'No'),
};

/** Says of a workflow that gateways offer it as an agent. */
export const PublishedMark = ({ object }: { readonly object: ApiObject }) =>
  isPublished(object) && (
    <Badge variant="outline" color="gray" tt="none" fw={500}>
      Offered as an agent
    </Badge>
  );
