import type { ComponentType } from 'react';
import type { ApiObject } from '../../api/api-object.ts';
import type { RecordColumn, RecordFilter } from '../../records/kit/record-list-props.ts';
import type { Resource } from '../../resources/resource-table.ts';

/** Fields of a form that belong together, in the order in which they are asked for. Fields that no group names come last, folded up under "More". */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly string[];
}

/** A part of an object's page, besides those that all objects have. */
export interface ObjectTab {
  /** In the address: `?tab=usage`. */
  readonly id: string;
  readonly title: string;
  readonly permission?: string;
  readonly Content: ComponentType<{ readonly object: ApiObject }>;
}

/** What the pages of a kind of object show, beyond what its schema says. */
export interface ObjectDefinition {
  readonly resource: Resource;
  /** One or two sentences for who sees none yet: what such an object is for. */
  readonly purpose: string;
  /** Where a service does not act on these objects yet: what they will do, in words of the object's condition. */
  readonly notice?: string;
  /** After the name, which comes first, and before the state, which comes last. */
  readonly columns: readonly RecordColumn<ApiObject>[];
  readonly filters: readonly RecordFilter[];
  readonly groups: readonly FieldGroup[];
  readonly tabs?: readonly ObjectTab[];
  /** Buttons of the object's page: block, rotate, test and the like. */
  readonly Actions?: ComponentType<{ readonly object: ApiObject }>;
  /** Above the tabs of the object's page: what matters most, at a glance. */
  readonly Summary?: ComponentType<{ readonly object: ApiObject }>;
  /** Shown once, after an object was made: a key's secret. Gets what the API answered. */
  readonly Created?: ComponentType<{ readonly answer: ApiObject }>;
  /** Objects are not made, changed or deleted by the console. */
  readonly isReadOnly?: boolean;
}

export type LoadDefinition = () => Promise<{ readonly definition: ObjectDefinition }>;
