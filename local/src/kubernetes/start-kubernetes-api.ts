import { join } from 'node:path';
import { listen, type Listening } from '@aicp/common/http/listen';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { kinds as allKinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Api } from './store/api.ts';
import { expireEvents } from './lifecycle/event-expiry.ts';
import { seed } from './lifecycle/seed.ts';
import { Sweeper } from './lifecycle/sweeper.ts';
import type { KubeObject } from './objects/object.ts';
import { ResourceRegistry } from './resources/registry.ts';
import { tokenAuthenticator } from './rest/access.ts';
import { requestHandler } from './rest/request-handler.ts';
import { applyDefaults } from './schema/defaults.ts';
import { pruneUnknown } from './schema/prune.ts';
import { ObjectDatabase } from './store/database.ts';
import { ObjectStore } from './store/object-store.ts';
import { loadCertificates, renewCertificates } from './certificates.ts';
import { WatchHub } from './watch/watch-hub.ts';

const CLOSE_GRACE_MS = 1000;

export interface KubernetesApiOptions {
  /** Where objects and certificates are kept; one server at a time. */
  readonly dataDirectory: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly log: Logger;
  readonly clock: Clock;
  /** Bearer tokens, and the user that each stands for. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly kinds?: readonly KindDefinition[];
}

export interface KubernetesApi {
  readonly url: string;
  readonly port: number;
  /** The CA's certificate, PEM. */
  readonly ca: string;
  close(): Promise<void>;
}

/**
 * Starts the embedded Kubernetes API: our kinds and the core ones that we use, over HTTPS, stored in SQLite. Rejects with StoreInUse
 * where another process has the data directory, and with the system's error where the port cannot be opened.
 */
export async function startKubernetesApi(options: KubernetesApiOptions): Promise<KubernetesApi> {
  const { dataDirectory, host, port, log, clock, kinds = allKinds } = options;
  const tlsDirectory = join(dataDirectory, 'tls');
  const tls = await loadCertificates(tlsDirectory, clock.now());
  const database = new ObjectDatabase(dataDirectory);
  const registry = new ResourceRegistry(kinds);
  const store = new ObjectStore({ database, restore: restorer(registry) });
  const api: Api = { store, registry, clock };
  const parts = startParts(api, options);
  let server: Listening;
  try {
    const handler = requestHandler({
      api,
      hub: parts.hub,
      log,
      authenticate: tokenAuthenticator(options.tokens),
    });
    server = await listen(handler, { host, port, tls });
  } catch (error) {
    await parts.close();
    database.close();
    throw error;
  }
  const stopping = new AbortController();
  const renewal = renewCertificates(server.server, tlsDirectory, clock, stopping.signal);
  log.info({ port: server.port, revision: store.revision }, 'kubernetes_api_started');
  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    port: server.port,
    ca: tls.ca,
    close: async () => {
      stopping.abort();
      const closed = server.close(CLOSE_GRACE_MS);
      await Promise.all([parts.close(), closed, renewal]);
      database.close();
    },
  };
}

/** Brings stored objects into the form of today's schemas; what has no kind any more stays on disk, unseen. */
function restorer(registry: ResourceRegistry) {
  return (storage: string, object: KubeObject): KubeObject | undefined => {
    const type = registry.stored(storage);
    if (!type) return undefined;
    pruneUnknown(object, type.schema);
    applyDefaults(object, type.schema);
    return object;
  };
}

/** Everything that runs beside requests. */
function startParts(api: Api, { log, kinds = allKinds }: KubernetesApiOptions) {
  seed(api, kinds);
  const hub = new WatchHub(api.store, api.clock);
  const sweeper = new Sweeper(api, log);
  const stopping = new AbortController();
  const expiry = expireEvents(api, stopping.signal);
  return {
    hub,
    close: async (): Promise<void> => {
      stopping.abort();
      sweeper.close();
      await Promise.all([hub.close(), expiry]);
    },
  };
}
