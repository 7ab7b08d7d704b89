import { useRef, useState } from 'react';
import { useApi } from '../../api/runtime.tsx';
import { chatFailure, type ChatFailure } from './chat-failure.ts';
import { readChat, type Usage } from './read-chat.ts';
import { servedIn, type Served } from './served.ts';
import { TextBatch } from './text-batch.ts';
import type { ChatDraft } from './use-draft.ts';

/** What came back so far. */
export interface ChatAnswer {
  readonly text: string;
  readonly usage: Usage | undefined;
  /** By which the request is found. */
  readonly requestId: string | undefined;
  /** Who serves it, as the answer's headers say. */
  readonly served: Served | undefined;
  /** Why the model ended. */
  readonly finish: string | undefined;
  readonly firstTokenMs: number | undefined;
  readonly tookMs: number | undefined;
  readonly isStopped: boolean;
}

export const NOTHING: ChatAnswer = {
  ...{ text: '', usage: undefined, requestId: undefined, served: undefined },
  ...{ finish: undefined, firstTokenMs: undefined, tookMs: undefined, isStopped: false },
};

export const bodyOf = ({ model, system, prompt, temperature, maxTokens }: ChatDraft) => ({
  model,
  messages: [
    ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content: prompt },
  ],
  stream: true,
  stream_options: { include_usage: true },
  ...(temperature === undefined ? {} : { temperature }),
  ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
});

/** Sends a chat to a model, and has its answer as it comes. */
export function useChat() {
  const api = useApi();
  const [answer, setAnswer] = useState(NOTHING);
  const [failure, setFailure] = useState<ChatFailure>();
  const [isBusy, setBusy] = useState(false);
  const ending = useRef<AbortController>(undefined);
  const add = (more: Partial<ChatAnswer>): void => setAnswer((now) => ({ ...now, ...more }));
  const run = async (draft: ChatDraft, signal: AbortSignal): Promise<void> => {
    const began = performance.now();
    const response = await api.request('/api/v1/playground/chat/completions', {
      method: 'POST',
      body: bodyOf(draft),
      headers: { Accept: 'text/event-stream' },
      signal,
    });
    add({
      requestId: response.headers.get('x-request-id') ?? undefined,
      served: servedIn(response.headers),
    });
    const since = () => performance.now() - began;
    let firstTokenMs: number | undefined;
    const texts = new TextBatch(window, (text) =>
      setAnswer((now) => ({ ...now, text: now.text + text, firstTokenMs })),
    );
    try {
      await readChat(response.body ?? new ReadableStream(), {
        onText: (text) => {
          firstTokenMs ??= since();
          texts.add(text);
        },
        onUsage: (usage) => add({ usage }),
        onFinish: (finish) => add({ finish }),
      });
    } finally {
      texts.flush();
    }
    add({ tookMs: since() });
  };
  const send = async (draft: ChatDraft): Promise<void> => {
    const controller = new AbortController();
    ending.current = controller;
    setAnswer(NOTHING);
    setFailure(undefined);
    setBusy(true);
    try {
      await run(draft, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) add({ isStopped: true });
      else setFailure(chatFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { answer, failure, isBusy, send, stop: (): void => ending.current?.abort() };
}
