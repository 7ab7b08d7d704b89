import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../api/runtime.tsx';
import type { Finding } from './findings.ts';
import type { OfGuardrail } from './look-notes.ts';

/** Where texts are looked at with detectors. */
export const SCAN = '/api/v1/scan';

/** What was found in a text; a guardrail says more. */
export interface Scanned extends Partial<OfGuardrail> {
  readonly findings: readonly Finding[];
  /** The text with placeholders for what is redacted. */
  readonly redacted_text: string;
}

/** What a text is posted to, and what stands beside it. */
export interface LookAt {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A text that was looked at, with what was found in it. */
export interface Looked {
  readonly text: string;
  readonly scanned: Scanned;
}

/** Has the service look at texts. They are forgotten with the page: nothing of them is kept, here or there. */
export function useLook({ path, body = {} }: LookAt) {
  const api = useApi();
  return useMutation({
    gcTime: 0,
    mutationFn: async (text: string): Promise<Looked> => {
      const scanned = await api.json<Scanned>(path, { method: 'POST', body: { ...body, text } });
      return { text, scanned };
    },
  });
}
