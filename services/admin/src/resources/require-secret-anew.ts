import type { KindDefinition } from '@aicp/crds/kit/kind';
import { secretNamesIn } from '@aicp/crds/kit/secret-fields';
import { wireName } from '@aicp/crds/kit/wire-name';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Collection, Proposal, Spec } from './collection.ts';

/** A field that says where an object's secrets are sent. */
export interface SecretAddress {
  /** `external.url`. */
  readonly path: string;
  /** What of it decides who receives them. */
  readonly receiverOf: (address: unknown) => unknown;
  /** Whether the secret of a field is sent there; absent: all are. */
  readonly receives?: (secretField: string, spec: Spec) => boolean;
}

/** Another path of the same server receives nothing that the server did not have. */
const originOf = (address: unknown): unknown =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : address;

/** One server has an issuer for each of its realms, each run by somebody else: the path tells them apart. */
const wholeOf = (address: unknown): unknown =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).href : address;

const isPlain = (address: unknown): boolean =>
  typeof address === 'string' && /^http:/i.test(address);

/** All of them, of all kinds. */
export const SECRET_ADDRESSES: readonly SecretAddress[] = [
  { path: 'baseUrl', receiverOf: originOf },
  { path: 'url', receiverOf: originOf },
  { path: 'config.url', receiverOf: originOf },
  { path: 'external.url', receiverOf: originOf },
  { path: 'sso.issuer', receiverOf: wholeOf },
  {
    path: 'proxyUrl',
    receiverOf: originOf,
    // A proxy reads what goes through it where that is not encrypted.
    receives: (field, { baseUrl }) => field === 'proxySecretRef' || isPlain(baseUrl),
  },
];

/**
 * Throws a Problem (422) where an address changes and a secret stays that was given for the address before. Somebody else may have set it,
 * and whoever writes the address would receive it.
 */
export function requireSecretAnew(
  { kind }: Pick<Collection, 'kind'>,
  {
    before,
    spec,
  }: Pick<Proposal, 'spec'> & { readonly before: { readonly spec: Spec } | undefined },
): void {
  if (!before) return;
  const moved = SECRET_ADDRESSES.find((address) => {
    const { path, receiverOf } = address;
    const isMoved = receiverOf(valueAt(before.spec, path)) !== receiverOf(valueAt(spec, path));
    return isMoved && staysFor(kind, address, { before: before.spec, spec });
  });
  if (!moved) return;
  const message =
    'cannot change while the secret that was given for it stays: send the secret again in the same request, or null to remove it';
  throw invalid([{ path: wirePath(kind, moved.path), message }]);
}

/** Whether a secret stays that is sent to an address. */
function staysFor(
  { references }: Pick<KindDefinition, 'references'>,
  { receives = () => true }: SecretAddress,
  { before, spec }: { readonly before: Spec; readonly spec: Spec },
): boolean {
  const sent = {
    references: references.filter(({ path }) => receives(path, before) || receives(path, spec)),
  };
  const names = new Set(secretNamesIn(sent, spec));
  return secretNamesIn(sent, before).some((name) => names.has(name));
}

const wirePath = (kind: KindDefinition, path: string): string =>
  path.includes('.') ? path : wireName(kind, path);

const valueAt = (spec: Spec, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((within, name) => (within as Spec | undefined | null)?.[name], spec);
