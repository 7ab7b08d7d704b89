import type { Choice } from '../../../objects/kit/object-definition.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import generated from './generated/provider-types.json' with { type: 'json' };

/** Whether a type of provider can something: `models`: some of its models can. */
export type Can = 'yes' | 'no' | 'models';

/** A type of provider: what it can, and what is to be filled in for it. */
export interface ProviderType {
  readonly type: string;
  /** As people call the vendor. */
  readonly name: string;
  /** What its credential is, as part of a sentence; null where it has none. */
  readonly credential: string | null;
  /** Fields that mean something for it, beside those of every type. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** The APIs in which it is asked. */
  readonly asked: readonly string[];
  readonly tools: Can;
  readonly images: Can;
  readonly schema: Can;
  readonly reasoning: Can;
}

/** Every type that gateways speak to, by the names of the vendors. */
export const PROVIDER_TYPES = generated as readonly ProviderType[];

/** What a vendor is called at the beginning of a sentence; a name of its own stays as it is written. */
export const nameFirst = (name: string): string =>
  /^[a-z]+ /.test(name) ? sentenceCase(name) : name;

const byType = <T>(valueOf: (type: ProviderType) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(PROVIDER_TYPES.map((one) => [one.type, valueOf(one)]));

/** What the form of a provider asks for depends on its type. */
export const TYPE_CHOICE: Choice = {
  field: 'type',
  brings: byType(({ fields }) => fields),
  requires: byType(({ required }) => required),
  about: byType(aboutOf),
};

function aboutOf({ name, credential }: ProviderType): string {
  return credential === null
    ? `${nameFirst(name)}: it has no credential.`
    : `${nameFirst(name)}. Its credential is ${credential}.`;
}
