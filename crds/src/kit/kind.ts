import type { z } from 'zod';
import { statusWith } from './conditions.ts';
import { withNotes, type NotEnforced } from './not-enforced.ts';
import { toStructural, type StructuralSchema } from './structural.ts';

export const GROUP = 'aicp.dev';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;
export const CATEGORY = 'aicp';

/** The services that may act on a kind; none means that it is stored before anything enforces it. */
export type Enforcer = 'gateway' | 'admin' | 'cost' | 'budget' | 'workflow' | 'operator';

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  readonly jsonPath: string;
  /** 1 shows it in `-o wide` only. */
  readonly priority?: 0 | 1;
  readonly description?: string;
}

export interface KindOptions<S extends z.ZodType, T extends z.ZodRawShape> {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  /** The feature's name in every tree, kebab-case: file, docs page, operator folder, example. */
  readonly feature: string;
  /** Two or three sentences, shown by `kubectl explain` and on the kind's page. */
  readonly description: string;
  readonly spec: S;
  /** Status fields beyond the common ones. */
  readonly status?: T;
  readonly columns?: readonly PrinterColumn[];
  /** Fields that `--field-selector` may name. */
  readonly selectable?: readonly string[];
  /** The only `metadata.name` that may exist. */
  readonly singleton?: string;
  /** The spec may not change after creation. */
  readonly immutable?: boolean;
  readonly enforcedBy: readonly Enforcer[];
  /**
   * What objects of the kind can promise, though services act on the rest, and no service of this version keeps. Whoever makes a service
   * act on a field takes its entry out.
   */
  readonly notEnforced?: readonly NotEnforced[];
  /** Names on the wire of spec fields that are not simply the field in snake_case. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** Names under which clients send a secret itself, where it is not simply the reference's name without `Ref`. */
  readonly inlineSecrets?: Readonly<Record<string, string>>;
}

/** One custom resource: everything there is to know about it, from which all else is generated. */
export interface KindDefinition<
  S extends z.ZodType = z.ZodType,
  T extends z.ZodRawShape = z.ZodRawShape,
> extends KindOptions<S, T> {
  readonly singular: string;
  readonly listKind: string;
  readonly notEnforced: readonly NotEnforced[];
  readonly statusSchema: z.ZodObject<T>;
  readonly structural: { readonly spec: StructuralSchema; readonly status: StructuralSchema };
}

/** Said of a kind that no service acts on. */
const NOBODY_ACTS = ' This version checks and stores it, and no service acts on it.';

const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
const READY: readonly PrinterColumn[] = [
  {
    name: 'Ready',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Ready")].status',
    description: 'Accepted, and run by every replica that needs it.',
  },
  {
    name: 'Reason',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Ready")].reason',
    priority: 1,
  },
  {
    name: 'Enforced',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Enforced")].reason',
    priority: 1,
    description: 'Whether this version acts on all that it sets, on a part of it, or on nothing.',
  },
];

/**
 * Declares a kind. Names that follow from others, the READY, REASON, ENFORCED and AGE columns and the structural schemas are filled in,
 * and descriptions say what no service acts on.
 */
export function defineKind<S extends z.ZodType, T extends z.ZodRawShape = z.ZodRawShape>(
  options: KindOptions<S, T>,
): KindDefinition<S, T> {
  const { enforcedBy, notEnforced = [] } = options;
  const statusSchema = statusWith(options.status ?? ({} as T));
  const spec = withNotes(toStructural(options.spec), notEnforced);
  return {
    ...options,
    notEnforced,
    description: options.description + (enforcedBy.length > 0 ? '' : NOBODY_ACTS),
    singular: options.kind.toLowerCase(),
    listKind: `${options.kind}List`,
    columns: [...(options.columns ?? []), ...READY, AGE],
    statusSchema: statusSchema,
    structural: { spec, status: toStructural(statusSchema) },
  };
}

/** A custom resource as Kubernetes stores it. */
export interface Resource<Spec = Record<string, unknown>, Status = Record<string, unknown>> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ResourceMetadata;
  readonly spec: Spec;
  readonly status?: Status;
}

export interface ResourceMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
