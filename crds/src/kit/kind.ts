import type { z } from 'zod';
import { statusWith } from './conditions.ts';
import { withNotes, type NotEnforced } from './not-enforced.ts';
import type { FormHint } from './form-hints.ts';
import type { Reference } from './references.ts';
import { toStructural, toStructuralWithReferences, type StructuralSchema } from './structural.ts';

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

/** How the admin API shows the objects of a kind: what can be said without code. */
export interface KindApi {
  /** Below `/api/v1`: `model-access/tiers`. */
  readonly path: string;
  /** Further paths of the same collection. */
  readonly otherPaths?: readonly string[];
  /** What permissions call the objects: `access_tiers`. */
  readonly permission: string;
  /**
   * Who below the platform may read the objects, which the administrators of their organization write: whoever belongs to it, those who run
   * or watch it, or its administrators alone. Absent where the admin service's table of permissions has a row for them.
   */
  readonly readers?: 'everybody' | 'staff' | 'administrators';
  /** Tenants read the platform's objects too, since these act on their requests. Without it, they see their own alone. */
  readonly isShared?: true;
  /** Heading in the documentation, and what one object is called there: `Access tiers`, `access tier`. */
  readonly tag: string;
  readonly noun: string;
  /** What the audit log calls an object, where that is not the kind's feature in snake_case. */
  readonly auditName?: string;
  /** Wire names that a creation must have, beyond those that the kind requires. */
  readonly required?: readonly string[];
  /** Other wire names that are taken for a field: `primary_model` → `source_model`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Wire names of fields that lists can be narrowed by, beyond the kind's selectable ones. */
  readonly filters?: readonly string[];
  /** Spec field that metadata.name is made from where there is no slug, before the name. */
  readonly nameFrom?: string;
  /** Body of a creation, for the documentation. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The five routes of every collection are not made: the kind's folder in the admin service declares the routes that it has. */
  readonly hasOwnRoutes?: true;
}

export interface KindOptions<S extends z.ZodType, T extends z.ZodRawShape> {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  /** The kind's name in every tree, kebab-case: file, cases, docs page, and its folders in the operator and the admin service. */
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
  /** Names that no object may have, and what is said of them: what else goes by them. */
  readonly reserved?: { readonly names: readonly string[]; readonly message: string };
  /** The spec may not change after creation. */
  readonly immutable?: boolean;
  /** Absent: the admin API has no collection of them. */
  readonly api?: KindApi;
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
  /** Every field of the spec that names another object. */
  readonly references: readonly Reference[];
  /** Titles and units that fields of the spec declare, by their places: `limits[].windowSeconds`. */
  readonly hints: ReadonlyMap<string, FormHint>;
  readonly structural: { readonly spec: StructuralSchema; readonly status: StructuralSchema };
}

/** Said of a kind that no service acts on. */
const NOBODY_ACTS = ' This version checks and stores it, and no service acts on it.';

/** Of kinds that requests are sent to. */
export const HEALTHY: PrinterColumn = {
  name: 'Healthy',
  type: 'string',
  jsonPath: '.status.conditions[?(@.type=="Healthy")].reason',
  description: 'How requests to it fare, as all gateways see it; empty before the first one.',
};

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
  const { structural, references, hints } = toStructuralWithReferences(options.spec);
  const spec = withNotes(structural, notEnforced);
  return {
    ...options,
    notEnforced,
    description: options.description + (enforcedBy.length > 0 ? '' : NOBODY_ACTS),
    singular: options.kind.toLowerCase(),
    listKind: `${options.kind}List`,
    columns: [...(options.columns ?? []), ...READY, AGE],
    statusSchema: statusSchema,
    references,
    hints,
    structural: { spec, status: toStructural(statusSchema) },
  };
}

/** What the audit log calls the objects of a kind: singular, snake_case. */
export const auditNameOf = ({ api, feature }: Pick<KindDefinition, 'api' | 'feature'>): string =>
  api?.auditName ?? feature.replaceAll('-', '_');

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
