import type { ComponentType } from 'react';
import type { RecordColumn, RecordFilter } from '../records/record-list-props.ts';
import type { Resource } from '../resources/resource-table.ts';

/** What the operator says of an object, in Kubernetes' form. */
export interface Condition {
  /** Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled. */
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  /** What the reason means and what to do about it, in plain words; undefined where there is nothing to do. */
  readonly help?: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
}

/** Who owns an object. */
export type Owner = 'api' | 'kubectl' | 'helm' | 'argocd' | 'flux';

/** An object as the API tells it: its spec's fields in snake_case beside what the server adds. */
export interface ApiObject {
  readonly id: string;
  readonly uid?: string;
  readonly name?: string;
  readonly organization_id?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly ready?: boolean;
  readonly managed_by?: Owner;
  /** Argo CD, Flux or Helm owns it: it is changed in Git. */
  readonly read_only?: boolean;
  readonly conditions?: readonly Condition[];
  readonly [field: string]: unknown;
}

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
