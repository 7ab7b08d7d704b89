import type { ComponentType, ReactNode } from 'react';
import type { Api } from '../../api/api.ts';
import type { ApiObject } from '../../api/api-object.ts';
import type {
  BulkAction,
  RecordColumn,
  RecordFilter,
} from '../../records/kit/record-list-props.ts';
import type { Resource } from '../../resources/resource-table.ts';

/** Fields of a form that belong together, in the order in which they are asked for. Fields that no group names come last, folded up under "More". */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly string[];
}

/** A field whose choice says which others mean something. */
export interface Choice {
  readonly field: string;
  /** The paths of the fields that each choice brings: `config.url`. `''`: nothing is chosen. Fields that no choice brings are always asked for. */
  readonly brings: Readonly<Record<string, readonly string[]>>;
  /** The paths of the fields that each choice cannot do without, beside those that none can. */
  readonly requires?: Readonly<Record<string, readonly string[]>>;
  /** What is said beside the field of each choice. */
  readonly about?: Readonly<Record<string, string>>;
}

/** A part of an object's page, besides those that all objects have. */
export interface ObjectTab {
  /** In the address: `?tab=usage`. */
  readonly id: string;
  readonly title: string;
  readonly permission?: string;
  /** Something can be typed in it, which stays while another part is looked at. */
  readonly keepsText?: boolean;
  readonly Content: ComponentType<{ readonly object: ApiObject }>;
}

/** What a control of a kind's own is given. */
export interface OwnControlProps {
  readonly label: string;
  readonly description: ReactNode;
  /** Why the value would be refused; undefined: it would not. */
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type Asking = Pick<Api, 'request'>;

/** Something that can be done with several objects of a kind at once, by the API. */
export interface ObjectBulkAction extends Omit<BulkAction<ApiObject>, 'run' | 'undo'> {
  readonly run: (object: ApiObject, api: Asking) => Promise<unknown>;
  readonly undo?: (object: ApiObject, api: Asking) => Promise<unknown>;
}

/** What the pages of a kind of object show, beyond what its schema says. */
export interface ObjectDefinition {
  readonly resource: Resource;
  /** One or two sentences for who sees none yet: what such an object is for. */
  readonly purpose: string;
  /** What whoever sees those of one organization alone is told of the platform's, which act for them and are not listed. */
  readonly unlisted?: string;
  /** The list shows ids from the start: two of these may have the same name, and each chooses its own. */
  readonly isIdShown?: boolean;
  /** After the name, which comes first, and before the state, which comes last. */
  readonly columns: readonly RecordColumn<ApiObject>[];
  readonly filters: readonly RecordFilter[];
  readonly groups: readonly FieldGroup[];
  /** What a form asks for depends on this one of its fields. */
  readonly choice?: Choice;
  /** In place of the control that a field's schema asks for, by the field's path: `condition`. */
  readonly controls?: Readonly<Record<string, ComponentType<OwnControlProps>>>;
  readonly tabs?: readonly ObjectTab[];
  /** Of marked objects, besides deleting them and switching them on and off. */
  readonly bulkActions?: readonly ObjectBulkAction[];
  /** Beside the state and the owner, at the head of the object's page. */
  readonly Marks?: ComponentType<{ readonly object: ApiObject }>;
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
