import { LOCATION, locationOf } from '@aicp/api-kit/route/location';
import { YAML_TYPE, type Answer, type RouteContext } from '@aicp/api-kit/route/route';
import { etagOf, toAnswers } from '../answer-object.ts';
import { schemasOf } from '../collection-schemas.ts';
import { idOf } from '../identity.ts';
import { manifestFor } from '../manifests/manifest-for.ts';
import type { StoredObject } from '../stored-object.ts';
import type { CollectionService } from './collection-service.ts';

const ETAG = { ETag: 'The version, for If-Match; of a GET, of the whole answer too.' };

type AnswerContext = Pick<RouteContext, 'principal' | 'wait' | 'dryRun'>;
type CreatedContext = AnswerContext & Pick<RouteContext, 'request'>;
type ObjectAnswer = Answer & { readonly body: Record<string, unknown> };

/** What is answered with one object; where a write was asked to wait, once it is known what has become of it. */
export async function objectAnswer(
  service: CollectionService,
  context: AnswerContext,
  object: StoredObject,
): Promise<ObjectAnswer> {
  const now = await waitedFor(service, context, object);
  const [body = {}] = await toAnswers(service.collection, [now], context.principal);
  return { status: 200, body, ...tagOf(now) };
}

/** What is answered with an object that was created, and where it is. */
export async function createdAnswer(
  service: CollectionService,
  context: CreatedContext,
  object: StoredObject,
): Promise<ObjectAnswer> {
  return asCreated(service, context, {
    object,
    answer: await objectAnswer(service, context, object),
  });
}

type Formed = Pick<RouteContext, 'wantsYaml'> & { readonly withStatus?: boolean };

/** The same as `objectAnswer`, in the form that was asked for: JSON or YAML. */
export async function answerInForm(
  service: CollectionService,
  context: AnswerContext & Formed,
  object: StoredObject,
): Promise<Answer> {
  if (!context.wantsYaml) return await objectAnswer(service, context, object);
  const now = await waitedFor(service, context, object);
  const { principal: reader, withStatus = false } = context;
  const body = manifestFor(service.collection, now, { reader, withStatus });
  const { headers = {} } = tagOf(now);
  return {
    status: 200,
    body,
    headers: { 'Content-Type': `${YAML_TYPE}; charset=utf-8`, ...headers },
  };
}

/** The same as `createdAnswer`, in the form that was asked for. */
export async function createdInForm(
  service: CollectionService,
  context: CreatedContext & Formed,
  object: StoredObject,
): Promise<Answer> {
  return asCreated(service, context, {
    object,
    answer: await answerInForm(service, context, object),
  });
}

function asCreated<A extends Answer>(
  service: CollectionService,
  context: CreatedContext,
  { object, answer }: { readonly object: StoredObject; readonly answer: A },
): A {
  const id = idOf(service.collection.kind, object);
  const location = context.dryRun ? {} : locationOf(context.request, id);
  return { ...answer, status: 201, headers: { ...answer.headers, ...location } };
}

const waitedFor = async (
  service: CollectionService,
  { wait = false, dryRun }: AnswerContext,
  object: StoredObject,
): Promise<StoredObject> => (wait && !dryRun ? await service.withConditions(object) : object);

/** What a trial would create has no version yet. */
const tagOf = (object: StoredObject): Pick<Answer, 'headers'> =>
  object.metadata.resourceVersion === undefined ? {} : { headers: { ETag: etagOf(object) } };

/** How a route that answers one object declares it. */
export const objectDeclaration = ({ collection }: CollectionService, description: string) => ({
  description,
  schema: schemasOf(collection).answered,
  headers: ETAG,
  isObject: true as const,
});

/** The same of a route that creates one. */
export const createdDeclaration = (service: CollectionService, description: string) => ({
  ...objectDeclaration(service, description),
  headers: { ...ETAG, ...LOCATION },
});

/** What a route declares beside that whose answer may be YAML. */
export const OR_YAML = { otherTypes: [YAML_TYPE] } as const;
