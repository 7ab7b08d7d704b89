import { expect, it } from 'vitest';
import { mcpFaultOf } from './mcp-fault.ts';

const errorOf = (more: object, cause?: Error) =>
  Object.assign(new Error('it failed', { cause }), more);

it.each([
  [errorOf({ data: { status: 401 } }), 'it refuses the credential'],
  [errorOf({ code: 403 }), 'it refuses the credential'],
  [errorOf({ data: { status: 500 } }), 'it answers with an HTTP error'],
  [errorOf({ code: 307 }), 'it answers with an HTTP error'],
  [errorOf({}, errorOf({ code: 'ECONNREFUSED' })), 'connection refused'],
  [errorOf({}, errorOf({ code: 'ENOTFOUND' })), 'unknown name'],
  [errorOf({ code: 'REQUEST_TIMEOUT' }), 'no answer in time'],
  [errorOf({}, errorOf({ code: 'UND_ERR_SOCKET' })), 'connection lost'],
  [errorOf({}, errorOf({ code: 'CERT_HAS_EXPIRED' })), 'wrong certificate'],
  [errorOf({}, errorOf({ code: 'ERR_FORBIDDEN_ADDRESS' })), 'its address may not be asked'],
  [errorOf({ name: 'AnswerTooLong' }), 'its answer is too long'],
  [errorOf({ code: 200 }), 'it does not answer as an MCP server'],
  ['a text', 'it does not answer as an MCP server'],
  [errorOf({}, errorOf({ name: 'NoMcpHost' })), 'no MCP host is set up'],
])('%o is told as: %s', (error, fault) => {
  expect(mcpFaultOf(error)).toBe(fault);
});

it.each([
  [404, 'its program does not run'],
  [503, 'its program does not run'],
  [401, 'it refuses the credential'],
  [500, 'it answers with an HTTP error'],
])('a %i of the MCP host is told as: %s', (status, fault) => {
  expect(mcpFaultOf(errorOf({ data: { status } }), { isHosted: true })).toBe(fault);
});
