import type { IncomingHttpHeaders } from 'node:http';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';

const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const PARAMETER = `${TOKEN}(?:=(?:${TOKEN}|"${TOKEN}"))?`;

/** 16 bytes, as RFC 6455 has it. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** One subprotocol of a list. */
const SUBPROTOCOL = new RegExp(`^[ \\t]*${TOKEN}[ \\t]*$`);
/** One extension of a list, with its parameters (RFC 6455, 9.1): the values of quoted ones are tokens too, so that no comma stands in them. */
const EXTENSION = new RegExp(`^[ \\t]*${TOKEN}(?:[ \\t]*;[ \\t]*${PARAMETER})*[ \\t]*$`);

/**
 * Why a request that asks for a WebSocket cannot be answered with one, whoever sends it; undefined where it can be. No provider is asked for a session
 * that its client could not be given.
 */
export function handshakeFault(headers: IncomingHttpHeaders): Refusal | undefined {
  const key = headers['sec-websocket-key'];
  if (key === undefined || !KEY.test(key))
    return badRequest(
      'The header sec-websocket-key must be 16 bytes in base64.',
      'sec-websocket-key',
    );
  if (headers['sec-websocket-version'] !== '13')
    return {
      ...badRequest('WebSockets are spoken in version 13.', 'sec-websocket-version'),
      headers: ['sec-websocket-version', '13'],
    };
  return subprotocolFault(headers) ?? extensionFault(headers);
}

function subprotocolFault(headers: IncomingHttpHeaders): Refusal | undefined {
  const offered = listIn(headers['sec-websocket-protocol']);
  const names = new Set(offered.map((one) => one.trim()));
  return offered.every((one) => SUBPROTOCOL.test(one)) && names.size === offered.length
    ? undefined
    : badRequest(
        'The header sec-websocket-protocol must be a list of subprotocols, each of which stands in it once.',
        'sec-websocket-protocol',
      );
}

/** None is used; a list that nobody can read comes from no client of WebSockets. */
const extensionFault = (headers: IncomingHttpHeaders): Refusal | undefined =>
  listIn(headers['sec-websocket-extensions']).every((one) => EXTENSION.test(one))
    ? undefined
    : badRequest(
        'The header sec-websocket-extensions must be a list of extensions with their parameters, as RFC 6455 has it.',
        'sec-websocket-extensions',
      );

/** What stands between the commas. */
const listIn = (header: string | undefined): readonly string[] => header?.split(',') ?? [];
