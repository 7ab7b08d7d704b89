import { parseJson } from '@aicp/common/json/parse-json';
import {
  readMessageFault,
  writeMessageFault,
} from '../../formats/messages/answer/message-fault.ts';
import { isObject, objectOf, textOf } from '../../formats/json/members.ts';
import type { Cleaner } from '../cleaner.ts';
import type { ProtocolError } from '../protocol.ts';

/** The bytes of an error answer, as Anthropic writes one. */
export const messageError = (
  { message, code, status = 500 }: ProtocolError,
  requestId?: string,
): Buffer => writeMessageFault({ message, code: code ?? undefined }, status, requestId);

/** A provider's error in Anthropic's shape: as it came where it has it, and else made from what text there is. `guard` takes out credentials. */
export function toMessageError(body: Buffer, status: number, guard: Cleaner): Buffer {
  const clean = guard.clean(body);
  const said = parseJson(clean.toString());
  const error = isObject(said) && said.type === 'error' ? objectOf(said.error) : undefined;
  const isComplete = textOf(error?.type) !== undefined && textOf(error?.message) !== undefined;
  return isComplete ? clean : writeMessageFault(readMessageFault(clean, status), status);
}

/** The bytes of an error as the last event of a stream. */
export const errorEvent = (body: Buffer): string =>
  `event: error\ndata: ${body.toString().replaceAll(/[\r\n]/g, ' ')}\n\n`;
