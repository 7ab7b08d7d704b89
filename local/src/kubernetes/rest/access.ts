import { createHash } from 'node:crypto';
import { ApiError } from '../objects/status.ts';
import type { Api } from '../store/api.ts';
import { REVIEWS } from '../discovery/resource-lists.ts';
import { asObject, isJsonObject, timestamp, type JsonObject } from '../objects/object.ts';
import { apiVersionOf } from '../resources/resource-type.ts';
import type { ApiRequest, ResourcePath } from './api-request.ts';
import { mediaType, parseBody, readBytes } from './read-body.ts';
import type { Reply } from './respond.ts';

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Tells who a bearer token stands for. Tokens are compared by their hashes, so that the time taken says nothing of them. */
export function tokenAuthenticator(tokens: ReadonlyMap<string, string>) {
  const users = new Map([...tokens].map(([token, user]) => [digest(token), user]));
  /** The user of an Authorization header. Throws a 401 where there is none. */
  return (authorization: string | undefined): string => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    const user = token === undefined ? undefined : users.get(digest(token));
    if (user === undefined) throw new ApiError(401, 'Unauthorized', 'Unauthorized');
    return user;
  };
}

/** Answers a review: whoever has a token may do everything. Undefined where the path names none. */
export async function answerReview(
  api: Api,
  { group, version, plural }: ResourcePath,
  { raw, user }: ApiRequest,
): Promise<Reply | undefined> {
  const review = REVIEWS.find(
    (type) => type.group === group && type.version === version && type.plural === plural,
  );
  if (!review) return undefined;
  const { value } = await parseBody(await readBytes(raw), mediaType(raw));
  const spec = isJsonObject(value) ? asObject(value['spec']) : {};
  const status: JsonObject =
    review.kind === 'SelfSubjectReview'
      ? { userInfo: { username: user, groups: ['system:authenticated'] } }
      : { allowed: true };
  const metadata = { creationTimestamp: timestamp(api.clock.now()) };
  const type = { kind: review.kind, apiVersion: apiVersionOf(review) };
  return { status: 201, body: { ...type, metadata, spec, status } };
}
