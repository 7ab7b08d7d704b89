import { parseJson } from '@aicp/common/json/parse-json';
import { readChatFault } from '../../formats/chat/chat-fault.ts';
import { statusName } from '../../formats/gemini/answers/gemini-fault.ts';
import { isObject, objectOf, textOf } from '../../formats/json/members.ts';
import type { Cleaner } from '../cleaner.ts';
import type { ProtocolError } from '../protocol.ts';

/** The body of an error, as Google's APIs write it (https://cloud.google.com/apis/design/errors). */
export const errorBody = ({ message, status = 500 }: ProtocolError): Buffer =>
  bodyOf(message, status);

const bodyOf = (message: string, status: number): Buffer =>
  Buffer.from(JSON.stringify({ error: { code: status, message, status: statusName(status) } }));

/** A provider's error: as it came where Google wrote it, and else its words. */
export function providerError(body: Buffer, status: number, guard: Cleaner): Buffer {
  const clean = guard.clean(body);
  const parsed = parseJson(clean.toString());
  const error = isObject(parsed) ? objectOf(parsed.error) : undefined;
  const isWhole = typeof error?.code === 'number' && textOf(error.message) && textOf(error.status);
  return isWhole ? clean : bodyOf(readChatFault(clean, status).message, status);
}

/** Google's SDKs read an error out of any event that holds one. */
export const errorEvent = (body: Buffer): string =>
  `data: ${body.toString().replaceAll(/[\r\n]/g, ' ')}\n\n`;
