import { Code } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { conditionOf, thenText } from './policy-text.ts';

/** Which requests a policy acts on. */
export const whenColumn: RecordColumn<ApiObject> = {
  ...{ field: 'condition', title: 'When', isSortable: true },
  cell: (policy) => {
    const condition = conditionOf(policy);
    return condition === undefined ? 'Every request' : <Code>{condition}</Code>;
  },
};

/** What a policy does with them. */
export const thenColumn: RecordColumn<ApiObject> = {
  ...{ field: 'action', title: 'Then', isSortable: true },
  cell: thenText,
};
