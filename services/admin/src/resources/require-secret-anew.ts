import { secretNamesIn } from '@aicp/crds/kit/secret-fields';
import { wireName } from '@aicp/crds/kit/wire-name';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Collection, Proposal, Spec } from './collection.ts';

/** What of an address decides who receives the secret. */
type Receiver = (address: unknown) => unknown;

/** Another path of the same server receives nothing that the server did not have. */
const originOf: Receiver = (address) =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : address;

/** One server has an issuer for each of its realms, each run by somebody else: the path tells them apart. */
const wholeOf: Receiver = (address) =>
  typeof address === 'string' && URL.canParse(address) ? new URL(address).href : address;

/** Fields that say where an object's secret is sent, each with the field that holds it, if any. */
const ADDRESSES: readonly (readonly [
  holder: string | undefined,
  field: string,
  receiverOf: Receiver,
])[] = [
  [undefined, 'baseUrl', originOf],
  [undefined, 'url', originOf],
  ['config', 'url', originOf],
  ['sso', 'issuer', wholeOf],
];

/**
 * Throws a Problem (422) where an address changes and a secret stays that was given for the address before. Somebody else may have set it,
 * and whoever writes the address would receive it.
 */
export function requireSecretAnew({ kind }: Collection, { before, spec }: Proposal): void {
  if (!before) return;
  const stays = secretNamesIn(kind, before.spec).some((name) =>
    secretNamesIn(kind, spec).includes(name),
  );
  if (!stays) return;
  const moved = ADDRESSES.find(
    ([holder, field, receiverOf]) =>
      receiverOf(within(before.spec, holder)[field]) !== receiverOf(within(spec, holder)[field]),
  );
  if (!moved) return;
  const [holder, field] = moved;
  const path = holder === undefined ? wireName(kind, field) : `${holder}.${field}`;
  const message =
    'cannot change while the secret that was given for it stays: send the secret again in the same request, or null to remove it';
  throw invalid([{ path, message }]);
}

const within = (spec: Spec, holder: string | undefined): Spec =>
  holder === undefined ? spec : ((spec[holder] ?? {}) as Spec);
