import { parseJson } from '@aicp/common/json/parse-json';
import type { JsonObject } from '@aicp/gateway/formats/conversation/conversation';
import { isObject, listOf, objectOf } from '@aicp/gateway/formats/json/members';

/** What a choice says: its `message`, or the `delta` of a stream; the same object where nothing has to change. */
export type SaidAnew = (said: JsonObject, choice: JsonObject) => JsonObject;

/** A document or a chunk whose choices say something else; the same bytes where all say what they said. */
export function withChoices(json: Buffer, anew: SaidAnew): Buffer {
  const answer = parseJson(json.toString());
  if (!isObject(answer)) return json;
  const choices = listOf(answer.choices);
  const written = choices.map((choice) => choiceOf(choice, anew));
  const isOther = written.some((choice, at) => choice !== choices[at]);
  return isOther ? Buffer.from(JSON.stringify({ ...answer, choices: written })) : json;
}

function choiceOf(value: unknown, anew: SaidAnew): unknown {
  const choice = objectOf(value);
  if (!choice) return value;
  const name = choice.message === undefined ? 'delta' : 'message';
  const said = objectOf(choice[name]);
  const written = said && anew(said, choice);
  return written === said ? value : { ...choice, [name]: written };
}
