import { readForm, onlyPart, onlyText } from '../../multipart/read-form.ts';
import { jsonReply, type TwinReply, type TwinRequest, type TwinRoute } from '../kit/start-twin.ts';
import { refused } from './responses/read-question.ts';

/** A file as OpenAI keeps it (its API reference, "Files"). */
export interface TwinFile {
  readonly id: string;
  readonly filename: string;
  readonly purpose: string;
  readonly content: Buffer;
  readonly createdAt: number;
  /** When it goes by itself; absent: never. */
  readonly expiresAt?: number;
}

const PURPOSES = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'];
const START = 1_770_000_000;

/** How files are kept. */
export interface FileRules {
  /** What they may be for. */
  readonly purposes: readonly string[];
  /** What the id of one begins with that is for something. */
  readonly prefixOf: (purpose: string) => string;
}

const OF_OPENAI: FileRules = { purposes: PURPOSES, prefixOf: () => 'file-' };

/** The files of one account. */
export class StoredFiles {
  private readonly files = new Map<string, TwinFile>();
  private readonly rules: FileRules;
  private count = 0;

  /** `rules`: absent: as OpenAI keeps them. */
  constructor(rules = OF_OPENAI) {
    this.rules = rules;
  }

  /** Keeps one. */
  add(file: Pick<TwinFile, 'filename' | 'purpose' | 'content'>, keptSeconds?: number): TwinFile {
    this.count += 1;
    const createdAt = START + this.count;
    const expiry = keptSeconds === undefined ? {} : { expiresAt: createdAt + keptSeconds };
    const id = `${this.rules.prefixOf(file.purpose)}twin${this.count}`;
    const kept = { ...file, id, createdAt, ...expiry };
    this.files.set(kept.id, kept);
    return kept;
  }

  /** Throws the refusal where there is none. */
  get(id: string): TwinFile {
    const file = this.files.get(id);
    if (!file) throw refused(404, `No such File object: ${id}`, 'id', null);
    return file;
  }

  /** What may be asked about them, below an address. `check`: throws where it is not said who asks. */
  routes(check: (request: TwinRequest) => void, base = '/v1'): TwinRoute[] {
    const known =
      (answer: (request: TwinRequest) => TwinReply) =>
      (request: TwinRequest): TwinReply => {
        check(request);
        return answer(request);
      };
    const all = new RegExp(`^${base}/files$`);
    const one = new RegExp(`^${base}/files/(?<id>[^/]+)$`);
    const of = ({ params }: TwinRequest): TwinFile => this.get(params['id'] ?? '');
    return [
      { method: 'POST', path: all, answer: known((asked) => this.upload(asked)) },
      { method: 'GET', path: all, answer: known((asked) => this.list(asked)) },
      { method: 'GET', path: one, answer: known((asked) => jsonReply(documentOf(of(asked)))) },
      { method: 'DELETE', path: one, answer: known((asked) => this.remove(of(asked))) },
      {
        method: 'GET',
        path: new RegExp(`^${base}/files/(?<id>[^/]+)/content$`),
        answer: known((asked) => contentOf(of(asked))),
      },
    ];
  }

  private upload({ body, headers }: TwinRequest): TwinReply {
    const parts = readForm(body, headers['content-type']);
    const file = onlyPart(parts, 'file');
    const purpose = onlyText(parts, 'purpose');
    const stranger = parts.find(
      ({ name }) => !/^(?:file|purpose|expires_after\[\w+\])$/.test(name),
    );
    if (stranger)
      throw refused(
        400,
        `Unknown parameter: '${stranger.name}'.`,
        stranger.name,
        'unknown_parameter',
      );
    if (file?.filename === undefined) throw refused(400, "'file' is required.", 'file', null);
    const { purposes } = this.rules;
    if (purpose === undefined || !purposes.includes(purpose))
      throw refused(400, `'${purpose}' is not one of ${purposes.join(', ')}.`, 'purpose', null);
    const { filename, content } = file;
    const seconds = onlyText(parts, 'expires_after[seconds]');
    const kept = this.add(
      { filename, purpose, content: Buffer.from(content) },
      seconds === undefined ? undefined : Number(seconds),
    );
    return jsonReply(documentOf(kept));
  }

  private list({ query }: TwinRequest): TwinReply {
    const purpose = query.get('purpose');
    const all = [...this.files.values()].filter(
      (file) => purpose === null || file.purpose === purpose,
    );
    const ordered = query.get('order') === 'asc' ? all : all.toReversed();
    const after = query.get('after');
    const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get('limit') ?? 10_000);
    const data = ordered.slice(from, from + limit);
    return jsonReply({
      ...{ object: 'list', data: data.map(documentOf), has_more: ordered.length > from + limit },
      ...{ first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null },
    });
  }

  private remove({ id }: TwinFile): TwinReply {
    this.files.delete(id);
    return jsonReply({ id, object: 'file', deleted: true });
  }
}

const documentOf = ({
  id,
  filename,
  purpose,
  content,
  createdAt,
  expiresAt,
}: TwinFile): object => ({
  ...{
    id,
    object: 'file',
    bytes: content.length,
    created_at: createdAt,
    expires_at: expiresAt ?? null,
  },
  ...{ filename, purpose, status: 'processed', status_details: null },
});

/** What somebody gave to have it read cannot be had back. */
function contentOf({ purpose, content }: TwinFile): TwinReply {
  if (purpose === 'assistants')
    throw refused(400, `Not allowed to download files of purpose: ${purpose}`, null, null);
  const headers = { 'content-type': 'application/octet-stream' };
  const half = Math.ceil(content.length / 2);
  return { status: 200, headers, pieces: [content.subarray(0, half), content.subarray(half)] };
}
