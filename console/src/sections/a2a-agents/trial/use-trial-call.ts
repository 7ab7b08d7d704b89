import { createParser } from 'eventsource-parser';
import { useEffect, useRef, useState } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { NO_ANSWER, withResponse, type AgentAnswer } from './agent-answer.ts';
import { cancelCall, sendCall, type Speech } from './agent-call.ts';

/** A trial of an agent: one message after another, of the same task as long as it goes on. */
export interface TrialCall {
  readonly answer: AgentAnswer | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly send: (text: string, goesOn: boolean) => Promise<void>;
  /** Cancels the task that it made. */
  readonly cancel: () => Promise<void>;
}

/** Calls an agent through the gateway, as whoever is signed in. */
export function useTrialCall(id: string, speech: Speech, team: string | undefined): TrialCall {
  const api = useApi();
  const [answer, setAnswer] = useState<AgentAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const ending = useEnding();
  const call = async (body: object, from: AgentAnswer): Promise<void> => {
    const { signal } = ending.begin();
    setFailure(undefined);
    setBusy(true);
    let now = from;
    setAnswer(from);
    try {
      const response = await api.request(`${objectPath(RESOURCES.agent.collection, id)}/try`, {
        ...{ method: 'POST', body, signal, query: { team_id: team } },
        headers: { 'A2A-Version': speech.version, Accept: 'text/event-stream, application/json' },
      });
      await readResponses(response, (told) => {
        now = withResponse(now, told);
        setAnswer(now);
      });
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ answer, failure, isBusy },
    send: async (text, goesOn) => {
      const before = goesOn ? answer : undefined;
      const { taskId, contextId } = before ?? NO_ANSWER;
      const said = sendCall({ text, taskId, contextId }, speech, crypto.randomUUID());
      await call(said, { ...NO_ANSWER, taskId, contextId });
    },
    cancel: async () => {
      // The stream of the task ends with it.
      if (answer?.taskId !== undefined) await call(cancelCall(answer.taskId, speech), answer);
    },
  };
}

/** Whoever leaves the page wants no answer any more. */
function useEnding() {
  const open = useRef<AbortController[]>([]);
  useEffect(
    () => () => {
      for (const one of open.current.splice(0)) one.abort();
    },
    [],
  );
  return {
    begin: (): AbortController => {
      const controller = new AbortController();
      open.current.push(controller);
      return controller;
    },
  };
}

/** Reads an answer: one response of JSON-RPC, or a stream of them. Throws what `onResponse` throws. */
async function readResponses(
  response: Response,
  onResponse: (told: unknown) => void,
): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    onResponse(await response.json());
    return;
  }
  const parser = createParser({ onEvent: ({ data }) => onResponse(JSON.parse(data)) });
  const reader = (response.body ?? new ReadableStream<Uint8Array>())
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}
