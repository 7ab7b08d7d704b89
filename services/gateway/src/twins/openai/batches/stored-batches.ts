import {
  jsonReply,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../../kit/start-twin.ts';
import { isObject, jsonOf } from './batch-lines.ts';
import { BatchRun, type BatchAsk, type BatchNeeds } from './batch-run.ts';

type Refuse = (status: number, message: string, param: string | null) => Error;

/** What batches need of the twin. */
export interface StoredBatchesNeeds extends BatchNeeds {
  /** Throws where it is not said who asks. */
  readonly check: (request: TwinRequest) => void;
  /** The refusal of a request. */
  readonly refused: Refuse;
  /** What requests may be of; absent: what OpenAI takes. */
  readonly endpoints?: readonly string[] | undefined;
}

const ENDPOINTS = [
  ...['/v1/responses', '/v1/chat/completions', '/v1/embeddings', '/v1/completions'],
  '/v1/moderations',
];
const MEMBERS = ['input_file_id', 'endpoint', 'completion_window', 'metadata'];
const USUAL_LIMIT = 20;

/** The batches of one account (OpenAI's API reference, "Batch"). */
export class StoredBatches {
  private readonly needs: StoredBatchesNeeds;
  private readonly runs = new Map<string, BatchRun>();

  constructor(needs: StoredBatchesNeeds) {
    this.needs = needs;
  }

  /** What may be asked about them, below an address. */
  routes(base = '/v1'): readonly TwinRoute[] {
    const { check } = this.needs;
    const at = (
      method: TwinRoute['method'],
      below: string,
      answer: (request: TwinRequest) => TwinReply,
    ): TwinRoute => ({
      ...{ method, path: new RegExp(`^${base}/batches${below}$`) },
      answer: (request) => {
        check(request);
        return answer(request);
      },
    });
    return [
      at('POST', '', (asked) => this.create(asked)),
      at('GET', '', (asked) => this.list(asked)),
      at('GET', '/(?<id>[^/]+)', (asked) => jsonReply(this.found(asked).poll())),
      at('POST', '/(?<id>[^/]+)/cancel', (asked) => {
        const run = this.found(asked);
        if (run.isOver)
          throw this.needs.refused(409, 'A batch that is over cannot be cancelled.', null);
        return jsonReply(run.cancel());
      }),
    ];
  }

  private create({ body }: TwinRequest): TwinReply {
    const ask = this.read(body);
    const id = `batch_twin${this.runs.size + 1}`;
    const run = new BatchRun(id, ask, this.needs);
    this.runs.set(id, run);
    return jsonReply(run.document);
  }

  private read(body: Buffer): BatchAsk {
    const { refused, files, endpoints = ENDPOINTS } = this.needs;
    const asked = jsonOf(body.toString());
    if (!isObject(asked)) throw refused(400, 'The body has to be a JSON object.', null);
    const stranger = Object.keys(asked).find((name) => !MEMBERS.includes(name));
    if (stranger !== undefined) throw refused(400, `Unknown parameter: '${stranger}'.`, stranger);
    const { input_file_id: file, endpoint, completion_window: window, metadata } = asked;
    if (typeof endpoint !== 'string' || !endpoints.includes(endpoint))
      throw refused(400, `'endpoint' is not one of ${endpoints.join(', ')}.`, 'endpoint');
    if (window !== '24h') throw refused(400, "'completion_window' has to be '24h'.", null);
    if (files.get(String(file)).purpose !== 'batch')
      throw refused(400, 'The input file has to have the purpose batch.', 'input_file_id');
    return { file: String(file), endpoint, metadata: metadata ?? null };
  }

  private list({ query }: TwinRequest): TwinReply {
    const all = [...this.runs.values()].map(({ document }) => document).toReversed();
    const after = query.get('after');
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get('limit') ?? USUAL_LIMIT);
    const data = all.slice(from, from + limit);
    return jsonReply({
      ...{ object: 'list', data, has_more: all.length > from + limit },
      ...{ first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null },
    });
  }

  private found({ params: { id = '' } }: TwinRequest): BatchRun {
    const run = this.runs.get(id);
    if (!run) throw this.needs.refused(404, `No batch found with id '${id}'.`, 'id');
    return run;
  }
}
