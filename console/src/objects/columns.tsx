import type { RecordColumn, RecordFilter } from '../records/record-list-props.ts';
import { Moment } from '../ui/cells/moment.tsx';
import { Count, Usd } from '../ui/cells/numbers.tsx';
import { ObjectLink } from '../ui/cells/object-link.tsx';
import type { ApiObject } from './object-definition.ts';
import { fieldTitle, sentenceCase } from './text.ts';

type Column = RecordColumn<ApiObject>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** A column of a field's own text. */
export const textColumn = (field: string, title = fieldTitle(field)): Column => ({
  field,
  title,
  isSortable: true,
});

/** Several texts, or something else that a list is not sorted by. */
export const plainColumn = (field: string, title = fieldTitle(field)): Column => ({ field, title });

export const usdColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isNumber: true, isSortable: true },
  cell: (object) => <Usd value={amountOf(object[field])} />,
});

export const countColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isNumber: true, isSortable: true },
  cell: (object) => <Count value={amountOf(object[field])} />,
});

export const momentColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isSortable: true },
  cell: (object) => <Moment at={textOf(object[field])} />,
});

/** A column of another object's id, which leads there. */
export const linkColumn = (
  field: string,
  collection: string,
  title = fieldTitle(field),
): Column => ({
  ...{ field, title, isSortable: true },
  cell: (object) => <ObjectLink collection={collection} id={textOf(object[field])} />,
});

export const organizationColumn: Column = {
  ...linkColumn('organization_id', '/api/v1/organizations'),
  isHidden: true,
};

/** Whether something that can be switched off is on. */
export const activeColumn: Column = {
  ...{ field: 'is_active', title: 'Active', isSortable: true },
  cell: (object) => (object['is_active'] === false ? 'No' : 'Yes'),
};

/** A filter of a field that has one of a few values. */
export const choiceFilter = (name: string, values: readonly string[]): RecordFilter => ({
  ...{ kind: 'choice', name, title: fieldTitle(name) },
  options: values.map((value) => ({ value, label: sentenceCase(value.replaceAll('_', ' ')) })),
});

/** A filter of a field that names an object. */
export const objectFilter = (name: string, collection: string): RecordFilter => ({
  ...{ kind: 'object', name, title: fieldTitle(name), collection },
});

export const activeFilter: RecordFilter = {
  ...{ kind: 'choice', name: 'is_active', title: 'Active' },
  options: [
    { value: 'true', label: 'Active' },
    { value: 'false', label: 'Off' },
  ],
};
