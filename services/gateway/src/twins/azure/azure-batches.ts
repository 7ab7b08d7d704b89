import { parseJson } from '@aicp/common/json/parse-json';
import {
  jsonReply,
  TwinRefusal,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { StoredBatches } from '../openai/batches/stored-batches.ts';
import type { BatchNeeds } from '../openai/batches/batch-run.ts';
import { jsonBody } from '../openai/responses/read-question.ts';
import { StoredFiles, type FileRules } from '../openai/stored-files.ts';

/** Azure's two ways to be asked: in version 1, or by a version that is a date. */
type Form = 'v1' | 'dated';
type Fields = Readonly<Record<string, unknown>>;

const BASES: Readonly<Record<Form, string>> = { v1: '/openai/v1', dated: '/openai' };

/** What the lines of a batch's file have as their `url`, by what the batch itself may say as its `endpoint`, with `/v1` or without. */
const URLS: Readonly<Record<Form, ReadonlyMap<string, string>>> = {
  v1: new Map([
    ['/chat/completions', '/v1/chat/completions'],
    ['/embeddings', '/v1/embeddings'],
    ['/responses', '/v1/responses'],
  ]),
  dated: new Map([
    ['/chat/completions', '/chat/completions'],
    ['/responses', '/v1/responses'],
  ]),
};

/** What is told of a file that is not processed yet. */
const PENDING = { status: 'pending', bytes: null };

/** Azure has what requests name uploaded for assistants (its "Responses API"), and calls it so. */
const OF_AZURE: FileRules = {
  purposes: ['assistants', 'batch', 'fine-tune', 'evals'],
  prefixOf: (purpose) => (purpose === 'assistants' ? 'assistant-' : 'file-'),
};

/** What Azure's errors are called. */
const CODES: ReadonlyMap<number, string> = new Map([
  [400, 'invalidPayload'],
  [404, 'notFound'],
  [409, 'conflict'],
]);
const LINE_CODES: ReadonlyMap<unknown, string> = new Map([
  ['mismatched_url', 'url_mismatch'],
  ['mismatched_model', 'model_mismatch'],
]);

/**
 * Files and batches of a resource, where Azure is not as OpenAI (learn.microsoft.com, "Getting started with Azure OpenAI batch deployments"): a file is
 * `pending` for a while and no batch can be made of it until it is `processed`, what is cancelled is `cancelling` at first, a batch that is done has a file of errors
 * though there are none, and errors are written in Microsoft's form.
 */
export class AzureBatches {
  private readonly files = new StoredFiles(OF_AZURE);
  private readonly batches: StoredBatches;
  /** Files that are not processed yet. */
  private readonly pending = new Set<string>();

  constructor(needs: Pick<BatchNeeds, 'answer' | 'polls'>) {
    this.batches = new StoredBatches({
      ...{ ...needs, files: this.files, keepsEmpty: true },
      check: () => undefined,
      refused: (status, message) => new TwinRefusal(status, { error: { message } }),
      endpoints: [...URLS.v1.values(), ...URLS.dated.values()],
    });
  }

  /** What may be asked about them. */
  routes(form: Form): readonly TwinRoute[] {
    const base = BASES[form];
    const routes = [
      ...this.files.routes(() => undefined, base).map((route) => this.fileRoute(route)),
      ...this.batches.routes(base).map((route) => this.batchRoute(route, form)),
    ];
    return routes.map((route) => ({
      ...route,
      answer: (request) => asAzureSays(() => route.answer(request)),
    }));
  }

  private fileRoute(route: TwinRoute): TwinRoute {
    const answer = (request: TwinRequest): TwinReply => {
      const reply = route.answer(request);
      const { id = '' } = request.params;
      if (route.method === 'POST') return this.uploaded(reply, request.path);
      const isOne = route.method === 'GET' && request.path.endsWith(`/${id}`);
      if (!isOne || !this.pending.delete(id)) return reply;
      return jsonReply({ ...documentOf(reply), ...PENDING });
    };
    return { ...route, answer };
  }

  private uploaded(reply: TwinReply, path: string): TwinReply {
    const document = documentOf(reply);
    const id = String(document['id']);
    this.pending.add(id);
    return jsonReply({ ...document, ...PENDING }, 201, { location: `${path}/${id}` });
  }

  private batchRoute(route: TwinRoute, form: Form): TwinRoute {
    const answer = (request: TwinRequest): TwinReply => {
      if (route.method === 'GET')
        return 'id' in request.params ? told(route.answer(request)) : route.answer(request);
      if ('id' in request.params) return cancelling(route.answer(request));
      return told(route.answer({ ...request, body: this.asked(request.body, form) }));
    };
    return { ...route, answer };
  }

  /** What is asked for, with its endpoint as the lines of its file have to have it. */
  private asked(body: Buffer, form: Form): Buffer {
    const value = jsonBody(body);
    const fields = typeof value === 'object' && value !== null ? (value as Fields) : {};
    const { id } = this.files.get(String(fields['input_file_id']));
    if (this.pending.has(id))
      throw new TwinRefusal(400, { error: { message: `The file ${id} is not processed yet.` } });
    const endpoint = URLS[form].get(String(fields['endpoint']).replace(/^\/v1/, ''));
    return Buffer.from(JSON.stringify({ ...fields, endpoint }));
  }
}

const documentOf = ({ pieces }: TwinReply): Fields =>
  parseJson(Buffer.concat(pieces).toString()) as Fields;

/** A batch, whose endpoint Azure tells without a version. */
function told(reply: TwinReply, more: Fields = {}): TwinReply {
  const document = { ...documentOf(reply), ...more };
  const { endpoint, output_file_id: output, error_file_id: errors, errors: wrong } = document;
  return jsonReply({
    ...document,
    endpoint: String(endpoint).replace(/^\/v1/, ''),
    ...{ output_file_id: output ?? '', error_file_id: errors ?? '' },
    errors: isObject(wrong) ? { ...wrong, data: (wrong['data'] as Fields[]).map(lineError) } : null,
  });
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const lineError = (error: Fields): Fields => ({
  ...error,
  code: LINE_CODES.get(error['code']) ?? error['code'],
});

const cancelling = (reply: TwinReply): TwinReply =>
  told(reply, {
    ...{ status: 'cancelling', cancelled_at: null },
    ...{ output_file_id: null, error_file_id: null },
  });

/** Throws a refusal as Azure writes it. */
function asAzureSays(answer: () => TwinReply): TwinReply {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof TwinRefusal)) throw error;
    const { status } = error.reply;
    const { error: said } = documentOf(error.reply) as { error: { message: string } };
    const code = CODES.get(status) ?? String(status);
    throw new TwinRefusal(status, { error: { code, message: said.message } });
  }
}
