import type { RecordColumn, RecordFilter } from '../../records/kit/record-list-props.ts';
import { Dash, Moment } from '../../ui/cells/moment.tsx';
import { Count, Percent, Usd } from '../../ui/cells/numbers.tsx';
import { ObjectLink } from '../../ui/cells/object-link.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import { choiceText } from '../../ui/text/choice-text.ts';
import { fieldTitle } from '../../ui/text/text.ts';
import { valueText } from '../../ui/text/value-text.ts';

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

/** A column of a field that has one of a few values. */
export const choiceColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isSortable: true },
  cell: (object) => {
    const value = textOf(object[field]);
    return value === undefined ? <Dash /> : choiceText(value);
  },
});

/** Several texts, or something else that a list is not sorted by. */
export const plainColumn = (field: string, title = fieldTitle(field)): Column => ({ field, title });

/** A column of the models that somebody may use: none named, all of them. */
export const allowedModelsColumn = (title = fieldTitle('allowed_models')): Column => ({
  ...{ field: 'allowed_models', title },
  cell: (object) => valueText(object['allowed_models']) || 'All',
});

export const usdColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isNumber: true, isSortable: true },
  cell: (object) => <Usd value={amountOf(object[field])} />,
});

export const countColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isNumber: true, isSortable: true },
  cell: (object) => <Count value={amountOf(object[field])} />,
});

/** A column of percent, from 0 to 100: `traffic_split_percent`. */
export const percentColumn = (field: string, title = fieldTitle(field)): Column => ({
  ...{ field, title, isNumber: true, isSortable: true },
  cell: (object) => <Percent value={amountOf(object[field])} />,
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
export const choiceFilter = (
  name: string,
  values: readonly string[],
  title = fieldTitle(name),
): RecordFilter => ({
  ...{ kind: 'choice', name, title },
  options: values.map((value) => ({ value, label: choiceText(value) })),
});

/** A filter of a field that names an object. */
export const objectFilter = (name: string, collection: string): RecordFilter => ({
  ...{ kind: 'object', name, title: fieldTitle(name), collection },
});

/** A filter of a field whose whole text is known: the API leaves those that have exactly this one. */
export const textFilter = (name: string, title = fieldTitle(name)): RecordFilter => ({
  ...{ kind: 'text', name, title, placeholder: `${title} is` },
});

/** A filter of a number. The API compares for equality alone, so there is no range. */
export const numberFilter = (name: string, title = fieldTitle(name)): RecordFilter => ({
  ...{ kind: 'number', name, title },
});

/** A filter by days, of a moment that the API takes as `…_after` and `…_before`: `created_at`, the only one that lists of objects have. */
export const dateFilter = (name = 'created_at', title = fieldTitle(name)): RecordFilter => {
  const stem = name.replace(/_at$/, '');
  return { kind: 'days', name, title, after: `${stem}_after`, before: `${stem}_before` };
};

/** A filter of a field that is true or false. */
export const flagFilter = (name: string, title = fieldTitle(name)): RecordFilter => ({
  ...{ kind: 'choice', name, title },
  options: [
    { value: 'true', label: `${title}: yes` },
    { value: 'false', label: `${title}: no` },
  ],
});

export const activeFilter: RecordFilter = {
  ...{ kind: 'choice', name: 'is_active', title: 'Active' },
  options: [
    { value: 'true', label: 'Active' },
    { value: 'false', label: 'Off' },
  ],
};
