import type { Api } from '../api.ts';
import { REVIEWS } from '../discovery/resource-lists.ts';
import { asObject, isJsonObject, timestamp, type JsonObject } from '../object.ts';
import { apiVersionOf } from '../resources/resource-type.ts';
import type { ApiRequest } from './api-request.ts';
import type { ResourcePath } from './parse-path.ts';
import { mediaType, parseBody, readBytes } from './read-body.ts';
import type { Reply } from './respond.ts';

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
  const { value } = parseBody(await readBytes(raw), mediaType(raw));
  const spec = isJsonObject(value) ? asObject(value['spec']) : {};
  const status: JsonObject =
    review.kind === 'SelfSubjectReview'
      ? { userInfo: { username: user, groups: ['system:authenticated'] } }
      : { allowed: true };
  const metadata = { creationTimestamp: timestamp(api.clock.now()) };
  const type = { kind: review.kind, apiVersion: apiVersionOf(review) };
  return { status: 201, body: { ...type, metadata, spec, status } };
}
