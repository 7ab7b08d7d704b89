import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import type { Client } from '@modelcontextprotocol/client';
import type { HostedServer } from '../servers/hosted-server.ts';
import { mcpServerBefore } from './mcp-server-before.ts';

/** Requests hold no more than arguments of tools. */
const MOST_BODY = 4 * 1_048_576;

interface Met {
  readonly hosted: HostedServer;
  readonly client: Client;
}

/** Answers requests over streamable HTTP, each by itself, with what a program answers. */
export class Serving {
  private readonly handler: ReturnType<typeof createMcpHandler>;
  private readonly answerNode: ReturnType<typeof toNodeHandler>;

  /** `onError` hears of requests that are refused. */
  constructor(onError: (error: Error) => void) {
    const options = { onerror: onError, maxRequestBodySize: MOST_BODY };
    this.handler = createMcpHandler(({ authInfo }) => {
      const { hosted, client } = metIn(authInfo);
      return mcpServerBefore(hosted, client);
    }, options);
    this.answerNode = toNodeHandler(this.handler, options);
  }

  /** Answers one request for a program that is ready. */
  async answer(request: IncomingMessage, response: ServerResponse, met: Met): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const auth: AuthInfo = { token: '', clientId: 'gateway', scopes: [], extra: { met } };
    await this.answerNode(Object.assign(request, { method, url, auth }), response);
  }

  async close(): Promise<void> {
    await this.handler.close();
  }
}

/** The SDK carries from the request to the factory which program is asked. */
const metIn = (auth: AuthInfo | undefined): Met => {
  const met = auth?.extra?.['met'];
  if (met === undefined) throw new Error('a request for no program');
  return met as Met;
};
