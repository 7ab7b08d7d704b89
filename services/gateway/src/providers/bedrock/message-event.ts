import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, textOf } from '../../formats/json/members.ts';
import { BrokenFrame, type EventFrame } from './event-frames.ts';

/** What Anthropic calls the exceptions that end a stream. */
const TYPES: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  validationException: 'invalid_request_error',
  modelTimeoutException: 'timeout_error',
  serviceUnavailableException: 'overloaded_error',
};

/** A frame of InvokeModelWithResponseStream as an event of Anthropic's API: a chunk holds one in base64, and an exception becomes the error. */
export function messageEventOf({ name, body }: EventFrame): Buffer {
  const said = parseJson(body.toString());
  const members = isObject(said) ? said : {};
  if (name !== 'chunk') {
    const message = textOf(members.message) ?? 'Amazon Bedrock reported an error.';
    return eventOf('error', JSON.stringify(errorOf(TYPES[name] ?? 'api_error', message)));
  }
  const text = Buffer.from(textOf(members.bytes) ?? '', 'base64').toString();
  const event = parseJson(text);
  const type = isObject(event) ? textOf(event.type) : undefined;
  if (type === undefined || !/^[a-z_]{1,64}$/.test(type))
    throw new BrokenFrame('a frame of the stream holds no event');
  return eventOf(type, text);
}

const errorOf = (type: string, message: string) => ({ type: 'error', error: { type, message } });

/** Line breaks between members of JSON would end the data of an event. */
export const eventOf = (type: string, json: string): Buffer =>
  Buffer.from(`event: ${type}\ndata: ${json.replace(/[\r\n]/g, ' ')}\n\n`);
