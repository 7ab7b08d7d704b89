import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { idInPath } from '../../../address/id-in-path.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { collectionKey } from '../../../api/query-client.ts';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { allowedAfter, allowedTools, type ServerTool } from './server-tool.ts';

const { collection: SERVERS } = RESOURCES.mcpServer;

/** The tools that a server lists now. It is asked once: what it does not answer now, it does not a second later. */
export function useTools(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...collectionKey(SERVERS), 'tools', id],
    retry: false,
    queryFn: async ({ signal }) => {
      const path = `${objectPath(SERVERS, id)}/tools`;
      return (await api.json<{ readonly tools: readonly ServerTool[] }>(path, { signal })).tools;
    },
  });
}

/** What can be done with the tools of a server. */
export interface ToolActions {
  /** The tool that is being written; `''`: all of them. */
  readonly busy: string | undefined;
  readonly allow: (name: string, isAllowed: boolean) => Promise<void>;
  readonly allowAll: () => Promise<void>;
  /** Approves the definition that was looked at, and no other one. */
  readonly approve: (tool: ServerTool) => Promise<void>;
}

export function useToolActions(id: string, listed: readonly ServerTool[]): ToolActions {
  const api = useApi();
  const act = useAction(SERVERS);
  const [busy, setBusy] = useState<string>();
  const path = objectPath(SERVERS, id);
  const during = async (name: string, done: string, work: () => Promise<unknown>) => {
    setBusy(name);
    await act(work, done);
    setBusy(undefined);
  };
  /** What is there now is changed, and nothing where somebody else writes it meanwhile. */
  const write = async (change: (object: ApiObject) => readonly string[]): Promise<void> => {
    const response = await api.request(path);
    const allowed = change((await response.json()) as ApiObject);
    const tag = response.headers.get('etag');
    await api.request(path, {
      ...{ method: 'PATCH', body: { allowed_tools: allowed } },
      ...(tag !== null && { headers: { 'If-Match': tag } }),
    });
  };
  const names = listed.map(({ name }) => name);
  return {
    busy,
    allow: (name, isAllowed) =>
      during(name, isAllowed ? 'The tool is allowed.' : 'The tool is not allowed any more.', () =>
        write((object) => {
          const after = allowedAfter(allowedTools(object), names, { name, isAllowed });
          if (after === undefined) throw new Error(LAST);
          return after;
        }),
      ),
    allowAll: () => during('', 'All tools of the server are allowed.', () => write(() => [])),
    approve: ({ name, digest }) =>
      during(name, 'The definition is approved.', () =>
        api.request(`${path}/tools/${idInPath(name)}/approve`, {
          ...{ method: 'POST', body: { digest } },
        }),
      ),
  };
}

/** Why the last tool stays allowed. */
export const LAST =
  'It is the last tool that is allowed, and none named means all of them. Switch the server off under “Edit” to take it out of service.';
