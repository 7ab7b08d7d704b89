import type { BodySink, ClientRequest, CollectableRequest } from '../../client/client.ts';

/** A request whose body is there already, for whoever collects it once more. */
export class ReplayedRequest implements CollectableRequest {
  readonly readableLength = 0;
  private readonly request: ClientRequest;
  private readonly body: Buffer;

  constructor(request: ClientRequest, body: Buffer) {
    this.request = request;
    this.body = body;
  }

  get method(): string | undefined {
    return this.request.method;
  }

  get url(): string | undefined {
    return this.request.url;
  }

  get headers(): ClientRequest['headers'] {
    return this.request.headers;
  }

  get destroyed(): boolean {
    return this.request.destroyed;
  }

  readonly once: ClientRequest['once'] = (name, listener) => {
    this.request.once(name, listener);
    return this as unknown as ReturnType<ClientRequest['once']>;
  };

  destroy(): unknown {
    return this.request.destroy();
  }

  get sink(): BodySink | undefined {
    return undefined;
  }

  /** The whole body comes at once, in a later turn. */
  set sink(sink: BodySink | undefined) {
    queueMicrotask(() => {
      sink?.add(this.body);
      sink?.end();
    });
  }
}
