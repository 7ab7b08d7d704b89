import { parseJson } from '@aicp/common/json/parse-json';
import { callTarget, type CallTarget } from '../../calls/call-target.ts';
import { Call, type CallGuarding } from '../../calls/call.ts';
import { isDeep } from '../../formats/json/is-deep.ts';
import { isObject } from '../../formats/json/members.ts';
import { upstreamFailed, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { RuntimeProvider } from '../../routing/runtime.ts';
import { refuse, tell, type Asked } from '../../calls/asked/asked.ts';
import { askVendor, type VendorRequest } from './ask-vendor.ts';
import type { Place } from './places.ts';
import { failureOf, vendorRefusal } from './vendor-refusal.ts';

/** Bytes of a document about things that are kept. */
const LONGEST_DOCUMENT = 8 * 1_048_576;
/** Levels of it: it is written again for the client. */
const DEEPEST_DOCUMENT = 64;

export type Fields = Readonly<Record<string, unknown>>;

/** What a provider told. */
export interface Document {
  readonly document: Fields;
}

const TARGETS = new WeakMap<RuntimeProvider, CallTarget>();

/** What limits and records know the files of a provider as. They cost nothing. */
export function filesOf(provider: RuntimeProvider): CallTarget {
  const known = TARGETS.get(provider);
  if (known) return known;
  const { id, organization } = provider;
  const made = callTarget({ server: id, name: 'files', organization });
  TARGETS.set(provider, made);
  return made;
}

/** A request to a place about a thing that is kept there, in limits, records and decisions. */
export interface ThingCall {
  readonly place: Place;
  readonly call: Call;
}

/** Begins it; undefined where it is refused, which the client was told. */
export async function beginCall(
  asked: Asked,
  place: Place,
  guarding?: CallGuarding,
): Promise<ThingCall | undefined> {
  const call = await Call.begin(asked.caller, filesOf(place.provider), guarding);
  if (call instanceof Call) return { place, call };
  refuse(asked, call);
  return undefined;
}

/** Asks for a document, or says why there is none. Ids of the provider are not told where it refuses: `ids` has the client's for each. */
export async function documentOf(
  { caller, left }: Asked,
  { place }: Pick<ThingCall, 'place'>,
  {
    request,
    ids,
  }: {
    readonly request: Omit<VendorRequest, 'requestId'>;
    readonly ids?: ReadonlyMap<string, string>;
  },
): Promise<Document | Refusal> {
  try {
    const sent = { ...request, requestId: caller.requestId };
    const answer = await askVendor(place, sent, { limit: LONGEST_DOCUMENT, signal: left });
    if (answer.status < 200 || answer.status > 299) return vendorRefusal(place, answer, ids);
    const value = parseJson(place.target.client.guard.clean(answer.body).toString());
    return isFields(value) ? { document: value } : upstreamFailed(place.provider.id);
  } catch (error) {
    return failureOf(place, error);
  }
}

/** Ends a call whose provider told something, or did not, and answers what is to be told of it. */
export function finish(asked: Asked, { call }: ThingCall, told: Document | Refusal): void {
  if ('document' in told) {
    call.end({ completion: 'complete', status: 200 });
    tell(asked, told.document, call.headers);
    return;
  }
  const completion = told.status < 500 ? 'complete' : 'provider_failed';
  call.end({ completion, status: told.status });
  refuse(asked, told);
}

const isFields = (value: unknown): value is Fields =>
  isObject(value) && !isDeep(value, DEEPEST_DOCUMENT);
