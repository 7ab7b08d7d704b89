import { createHash } from 'node:crypto';
import {
  eventsReply,
  jsonReply,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../../kit/start-twin.ts';
import { refused } from './read-question.ts';
import type { WrittenResponse } from './response-writer.ts';
import type { InputItem, ResponsesRequest } from './responses-request.ts';
import { BackgroundRun } from './background-run.ts';

type Json = Readonly<Record<string, unknown>>;

/** A response that the twin keeps, with all that was said before it. */
interface Kept extends WrittenResponse {
  /** How far it is; absent: it was whole when it was answered. */
  readonly run?: BackgroundRun;
  readonly items: readonly (InputItem & { readonly id: string })[];
}

/** The responses that a twin of OpenAI keeps, for every account alike: whoever knows an id has it, as with one customer of OpenAI. */
export class StoredResponses {
  private readonly kept = new Map<string, Kept>();
  private readonly backgroundPolls: number;
  private made = 0;

  /** `backgroundPolls`: so many times a response that runs in the background is read before it is whole. */
  constructor(backgroundPolls: number) {
    this.backgroundPolls = backgroundPolls;
  }

  /** An id that no other response has. */
  nextId(): string {
    this.made += 1;
    return `resp_${digest(`response ${this.made}`)}`;
  }

  /** Keeps one that runs in the background, and gives it as it is at first. */
  begin(asked: ResponsesRequest, written: WrittenResponse): Json {
    const run = new BackgroundRun(written.response, this.backgroundPolls);
    this.keep(asked, written, run);
    return run.queued;
  }

  keep(asked: ResponsesRequest, written: WrittenResponse, run?: BackgroundRun): void {
    const id = String(written.response['id']);
    const said = [...this.before(asked), ...itemsOf(asked.input)];
    const items = said.map((item, at) => ({ ...item, id: `msg_${digest(`${id} ${at}`)}` }));
    this.kept.set(id, { ...written, items, ...(run ? { run } : {}) });
  }

  /** What was said before a request that goes on from another. What the model thought is its own. */
  before({ previous_response_id: id }: ResponsesRequest): InputItem[] {
    if (id === undefined || id === null) return [];
    const found = this.kept.get(id);
    if (!found)
      throw refused(
        400,
        `Previous response with id '${id}' not found.`,
        'previous_response_id',
        'previous_response_not_found',
      );
    const { output } = (found.run?.read() ?? found.response) as { output: InputItem[] };
    return [...found.items, ...output.filter((item) => item.type !== 'reasoning')];
  }

  /** The routes of what is kept, below an address. `check` looks at the key of each request. */
  routes(check: (request: TwinRequest) => void, base: string): readonly TwinRoute[] {
    const at = (
      method: TwinRoute['method'],
      below: string,
      answer: (kept: Kept, request: TwinRequest) => TwinReply,
    ): TwinRoute => ({
      ...{ method, path: new RegExp(`^${base}/responses/(?<id>[^/]+)${below}$`) },
      answer: (request) => {
        check(request);
        return answer(this.found(request), request);
      },
    });
    return [
      at('GET', '', retrieved),
      at('DELETE', '', ({ response }) => {
        const id = String(response['id']);
        this.kept.delete(id);
        return jsonReply({ id, object: 'response', deleted: true });
      }),
      at('GET', '/input_items', listed),
      at('POST', '/cancel', ({ run }) => {
        if (!run) throw refused(400, 'Cannot cancel a synchronous response.', null, null);
        return jsonReply(run.cancel());
      }),
    ];
  }

  private found({ params: { id = '' } }: TwinRequest): Kept {
    const found = this.kept.get(id);
    if (!found) throw refused(404, `Response with id '${id}' not found.`, null, null);
    return found;
  }
}

function retrieved({ response, events, run }: Kept, { query }: TwinRequest): TwinReply {
  if (query.get('stream') !== 'true') return jsonReply(run?.poll() ?? response);
  if (run)
    throw refused(400, 'Only a response that was made as a stream is read as one.', 'stream', null);
  const after = Number(query.get('starting_after') ?? -1);
  const rest = events.filter((event) => Number(event['sequence_number']) > after);
  return eventsReply(
    rest.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`),
  );
}

const USUAL_LIMIT = 20;

function listed({ items }: Kept, { query }: TwinRequest): TwinReply {
  const ordered = query.get('order') === 'asc' ? items : [...items].reverse();
  const after = query.get('after');
  const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const limit = Number(query.get('limit') ?? USUAL_LIMIT);
  const data = ordered.slice(from, from + limit).map(asListed);
  return jsonReply({
    ...{ object: 'list', data, has_more: ordered.length > from + limit },
    ...{ first_id: data.at(0)?.['id'] ?? null, last_id: data.at(-1)?.['id'] ?? null },
  });
}

/** Items are told with all that they could have been sent with. */
const asListed = (item: Json): Json => ({
  type: 'message',
  status: 'completed',
  ...item,
  ...(typeof item['content'] === 'string'
    ? { content: [{ type: 'input_text', text: item['content'] }] }
    : {}),
});

const itemsOf = (input: ResponsesRequest['input']): readonly InputItem[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : input;

const digest = (text: string): string => createHash('md5').update(text).digest('hex');
