import { abtest, type ABTestSpec } from '@aicp/crds/abtest';
import { model } from '@aicp/crds/model';
import type { TrialArmName } from '@aicp/ledger/query/trials/trial-query';
import { idOf } from '../../resources/identity.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

/** The model of an arm. */
export interface ArmModel {
  /** As usage records name it. */
  readonly id: string;
  /** metadata.name of the Model; undefined where there is none. */
  readonly name: string | undefined;
  readonly provider: string | undefined;
}

/** An ABTest, as far as its requests are looked at. */
export interface Trial {
  readonly object: StoredObject;
  readonly uid: string;
  readonly spec: ABTestSpec;
  readonly models: Readonly<Record<TrialArmName, ArmModel>>;
  /** Since when its requests count: when it was first started, else when it was made (milliseconds since 1970). */
  readonly sinceMs: number;
}

/** Undefined for an object whose spec nobody can read: the operator says what is wrong with it. */
export function trialOf(store: Pick<ObjectStore, 'find'>, object: StoredObject): Trial | undefined {
  const read = abtest.spec.safeParse(object.spec);
  const { uid, creationTimestamp } = object.metadata;
  if (!read.success || uid === undefined) return undefined;
  const spec = read.data;
  const found = (name: string) => armModel(store, name, spec.organizationId);
  return {
    object,
    uid,
    spec,
    models: { base: found(spec.baseModel), variant: found(spec.variantModel) },
    sinceMs: Date.parse(spec.startedAt ?? String(creationTimestamp)),
  };
}

/** The organization's own model of a name comes before the platform's. */
function armModel(
  store: Pick<ObjectStore, 'find'>,
  name: string,
  organization: string | undefined,
): ArmModel {
  const ownedBy = (owner: unknown) => (object: StoredObject) =>
    object.spec['organizationId'] === owner;
  const object =
    (organization === undefined ? undefined : store.find(model, name, ownedBy(organization))) ??
    store.find(model, name, ownedBy(undefined));
  if (!object) return { id: name, name: undefined, provider: undefined };
  const { provider } = object.spec;
  return {
    id: idOf(model, object),
    name: object.metadata.name,
    provider: typeof provider === 'string' ? provider : undefined,
  };
}
