import type { Api } from '../api.ts';
import { REVIEWS } from '../discovery/resource-lists.ts';
import { asObject, isJsonObject, timestamp, type JsonObject } from '../object.ts';
import type { ApiRequest } from './api-request.ts';
import type { ResourcePath } from './parse-path.ts';
import { mediaType, parseBody, readBytes } from './read-body.ts';
import type { Reply } from './respond.ts';

/** Answers a review: whoever has a token may do everything. Undefined where the path names none. */
export function reviewFor(
  api: Api,
  path: ResourcePath,
): ((request: ApiRequest) => Promise<Reply>) | undefined {
  const review = REVIEWS.find(
    ({ group, version, plural }) =>
      group === path.group && version === path.version && plural === path.plural,
  );
  if (!review) return undefined;
  return async (request) => {
    const { value } = parseBody(await readBytes(request.raw), mediaType(request.raw));
    const spec = isJsonObject(value) ? asObject(value['spec']) : {};
    const status: JsonObject =
      review.kind === 'SelfSubjectReview'
        ? { userInfo: { username: request.user, groups: ['system:authenticated'] } }
        : { allowed: true };
    const body = {
      kind: review.kind,
      apiVersion: `${review.group}/${review.version}`,
      metadata: { creationTimestamp: timestamp(api.clock.now()) },
      spec,
      status,
    };
    return { status: 201, body };
  };
}
