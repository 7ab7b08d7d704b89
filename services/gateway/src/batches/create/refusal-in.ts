import { parseJson } from '@aicp/common/json/parse-json';
import type { InnerAnswer } from '../../client/inner-response.ts';
import { isObject, textOf } from '../../formats/json/members.ts';
import { toRefusal, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** Why the stages refused it. */
export function refusalIn({ status, body }: InnerAnswer): Refusal {
  const value = parseJson(body.toString());
  const error = isObject(value) && isObject(value['error']) ? value['error'] : {};
  return toRefusal({
    ...{ status, type: textOf(error['type']) ?? 'invalid_request_error' },
    ...{ code: textOf(error['code']) ?? null, param: textOf(error['param']) ?? null },
    message: textOf(error['message']) ?? 'It was refused.',
  });
}
