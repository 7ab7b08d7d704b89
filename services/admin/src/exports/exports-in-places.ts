import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import { droppingSlow } from '../streams/slow-reader.ts';
import { ExportPlaces } from './export-places.ts';

const CSV = 'text/csv';

/**
 * The same routes, of which those that write files have a place among the exports until the last of the file is read, or its reader is gone: many at once would keep
 * everybody else waiting for the database. A reader that takes nothing for half a minute is dropped.
 */
export function exportsInPlaces(
  routes: readonly Route[],
  clock: Clock,
  places = new ExportPlaces(),
): Route[] {
  return routes.map((route) => {
    const isExport = exportOf(route);
    return isExport ? { ...route, handler: inPlace(route, isExport, { clock, places }) } : route;
  });
}

/** Whether a request to a route is for a file; undefined where it never is. */
function exportOf({ method, answers }: Route): ((context: RouteContext) => boolean) | undefined {
  const { 200: answer } = answers;
  if (method !== 'get') return undefined;
  if (answer?.otherTypes?.includes(CSV)) return () => true;
  if (answer?.isCsvToo) return ({ request }) => request.accepts(['json', CSV]) === CSV;
  return undefined;
}

function inPlace(
  { handler }: Route,
  isExport: (context: RouteContext) => boolean,
  { clock, places }: { readonly clock: Clock; readonly places: ExportPlaces },
): Route['handler'] {
  return async (context) => {
    if (!isExport(context)) return await handler(context);
    const { principal, request } = context;
    const giveBack = places.take(principal.organizationId);
    const drop = (): void => void request.socket.destroy();
    let answer: Answer | undefined;
    try {
      answer = await handler(context);
    } finally {
      if (!answer?.stream) giveBack();
    }
    const { stream } = answer;
    // Who asks for the head alone is sent nothing of the file: none of it is read.
    const read = stream && request.method === 'HEAD' ? nothing() : stream;
    if (!read) return answer;
    return { ...answer, stream: new GivingBack(droppingSlow(read, { clock, drop }), giveBack) };
  };
}

async function* nothing(): AsyncGenerator<string> {}

/**
 * The same pieces; gives a place back at their end, or when they are not read any more and what was asked of the database last is answered. That is no generator, whose `finally` is passed
 * over where the reader is gone before the first piece.
 */
class GivingBack implements AsyncIterable<string> {
  private readonly pieces: AsyncGenerator<string>;
  private readonly giveBack: () => void;

  constructor(pieces: AsyncGenerator<string>, giveBack: () => void) {
    this.pieces = pieces;
    this.giveBack = giveBack;
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return { next: () => this.next(), return: () => this.return() };
  }

  private async next(): Promise<IteratorResult<string>> {
    try {
      const result = await this.pieces.next();
      if (result.done) this.giveBack();
      return result;
    } catch (error) {
      this.giveBack();
      throw error;
    }
  }

  private async return(): Promise<IteratorResult<string>> {
    try {
      return await this.pieces.return(undefined);
    } finally {
      this.giveBack();
    }
  }
}
