import { AgentBook } from '@aicp/contracts/agents/agent-book';
import { PeopleBook } from '@aicp/contracts/people/people-book';
import { PromptBook } from '@aicp/contracts/prompts/prompt-book';
import { promptFragment } from '@aicp/contracts/snapshot/sections/prompts';
import { organizationFragment, teamFragment } from '@aicp/contracts/snapshot/sections/accounts';
import { AbTests } from '@aicp/contracts/routing/trial/ab-tests';
import type { Expression } from '@aicp/contracts/conditions/ast';
import { toKeyEntries, type KeyEntry } from '@aicp/contracts/routing/request/principal';
import type { Catalog } from '@aicp/contracts/routing/catalog/catalog';
import { AccessBook, toGrant, type Grant } from '@aicp/contracts/routing/catalog/access-book';
import {
  Deprecations,
  toDeprecation,
  type Deprecation,
} from '@aicp/contracts/routing/catalog/deprecations';
import {
  FailoverBook,
  toFailoverRule,
  type FailoverRule,
} from '@aicp/contracts/routing/failover/failover-book';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { PolicyBook } from '@aicp/contracts/routing/policies/policy-book';
import { toSettings, type RoutingSettings, toLimits } from '@aicp/contracts/routing/tables';
import {
  allowedModelsFragment,
  policyFragment,
  settingsFragment,
  type PolicyFragment,
} from '@aicp/contracts/snapshot/sections/policies';
import { agentCredentialFragment, agentFragment } from '@aicp/contracts/snapshot/sections/agents';
import { workflowAgentFragment } from '@aicp/contracts/snapshot/sections/workflow-agents';
import { abTestFragment } from '@aicp/contracts/snapshot/sections/abtests';
import { accessGrantFragment, accessTierFragment } from '@aicp/contracts/snapshot/sections/access';
import {
  credentialFragment,
  deprecationFragment,
  modelFragment,
  providerFragment,
  providerSecretsFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import { budgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { RateLimits } from '@aicp/contracts/limits/rate-limits';
import { rateLimitFragment } from '@aicp/contracts/snapshot/sections/rate-limits';
import { failoverFragment } from '@aicp/contracts/snapshot/sections/failovers';
import {
  mcpCredentialFragment,
  mcpServerFragment,
} from '@aicp/contracts/snapshot/sections/mcp-servers';
import {
  guardrailFragment,
  judgeCredentialFragment,
} from '@aicp/contracts/snapshot/sections/guardrails';
import { keyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections/keys';
import type { z } from 'zod';
import { buildCatalog } from './build-catalog.ts';
import { GuardrailBook, GuardrailMaker } from '../guardrails/book/guardrail-book.ts';
import { toMcpServers } from '../mcp/servers/mcp-servers.ts';
import { toProvider, type Lasting } from './to-provider.ts';
import type { Runtime, RuntimeModel } from '../routing/runtime.ts';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';

/** Turns snapshots into indexes. Keeps what did not change from one to the next. */
export class RuntimeBuilder {
  private readonly reader = new SectionReader();
  private readonly lasting: Lasting;
  private readonly guardrails = new GuardrailMaker();
  private conditions = new Map<string, Expression>();

  constructor(lasting: Lasting) {
    this.lasting = lasting;
  }

  /** The indexes of a snapshot, or the fragments that cannot be used: all or nothing. */
  build(snapshot: StoredSnapshot): Runtime | readonly FragmentError[] {
    const build = new Build(snapshot, this.reader, this.conditions);
    const runtime = build.run(this.lasting, this.guardrails);
    if (build.errors.length > 0) {
      this.lasting.health.rollback();
      return build.errors;
    }
    this.lasting.health.commit();
    this.reader.prune();
    this.guardrails.prune();
    this.conditions = build.conditions;
    return runtime;
  }
}

/** Whether a build failed. */
export const isRefused = (
  built: Runtime | readonly FragmentError[],
): built is readonly FragmentError[] => Array.isArray(built);

class Build {
  readonly errors: FragmentError[] = [];
  readonly conditions = new Map<string, Expression>();

  private readonly snapshot: StoredSnapshot;
  private readonly reader: SectionReader;
  private readonly known: ReadonlyMap<string, Expression>;

  constructor(
    snapshot: StoredSnapshot,
    reader: SectionReader,
    known: ReadonlyMap<string, Expression>,
  ) {
    this.snapshot = snapshot;
    this.reader = reader;
    this.known = known;
  }

  run(lasting: Lasting, guardrails: GuardrailMaker): Runtime {
    const { manifest } = this.snapshot;
    const policies = this.items('policies', policyFragment).filter((one) => this.isReadable(one));
    const providers = this.providers(lasting);
    const catalog = buildCatalog({
      providers,
      models: this.items('models', modelFragment),
      groups: policies.filter((policy) => policy.type === 'model_group'),
      health: lasting.health,
    });
    const settings = this.settings();
    return {
      revision: `${manifest.epoch}.${manifest.revision}`,
      settings,
      rateLimits: this.rateLimits(settings),
      budgets: new Budgets({
        budgets: this.items('budgets', budgetFragment),
        timeZone: settings.timeZone,
        isEnforced: settings.budgetEnforcement,
      }),
      keys: this.keys(),
      guardrails: this.guardrails(guardrails),
      agents: new AgentBook({
        agents: this.items('agents', agentFragment),
        credentials: this.items('agent_credentials', agentCredentialFragment),
        workflows: this.items('workflow-agents', workflowAgentFragment),
      }),
      people: new PeopleBook(
        this.items('organizations', organizationFragment),
        this.items('teams', teamFragment),
      ),
      prompts: new PromptBook(this.items('prompts', promptFragment)),
      limits: {
        teams: toLimits('team', this.items('team_models', allowedModelsFragment)),
        organizations: toLimits(
          'organization',
          this.items('organization_models', allowedModelsFragment),
        ),
      },
      access: new AccessBook(
        this.items('access_tiers', accessTierFragment),
        this.grants(),
        catalog,
      ),
      ...{ catalog, providers },
      deprecations: new Deprecations(this.deprecations(), catalog),
      policies: new PolicyBook(policies, catalog, (text) => this.condition(text)),
      abTests: new AbTests(this.items('abtests', abTestFragment), catalog),
      failovers: new FailoverBook(this.failovers(catalog)),
      mcpServers: toMcpServers(
        this.items('mcp-servers', mcpServerFragment),
        this.items('mcp-credentials', mcpCredentialFragment),
      ),
    };
  }

  private failovers(catalog: Catalog<RuntimeModel>): FailoverRule<RuntimeModel>[] {
    return this.items('failovers', failoverFragment).flatMap((fragment) => {
      const build = () => toFailoverRule(fragment, catalog);
      return this.attempt('failovers', fragment.source, build) ?? [];
    });
  }

  private items<S extends z.ZodType>(section: string, schema: S): readonly z.output<S>[] {
    const { snapshot, errors } = this;
    const convert = (item: z.output<S>): z.output<S> => item;
    return this.reader.read({ snapshot, section, schema, convert, errors });
  }

  /** Undefined where none acts, so that requests without guardrails pay nothing for them. */
  private guardrails(maker: GuardrailMaker): GuardrailBook | undefined {
    const [settings] = this.items('settings', settingsFragment);
    const fragments = this.items('guardrails', guardrailFragment);
    if (fragments.length === 0 || settings?.features.guardrails === false) return undefined;
    const credentials = this.items('judge-credentials', judgeCredentialFragment);
    const ready = fragments.flatMap((fragment) => {
      const build = () => maker.ready(fragment, credentials);
      return this.attempt('guardrails', fragment.source, build) ?? [];
    });
    return new GuardrailBook(ready);
  }

  private settings(): RoutingSettings {
    const [fragment] = this.items('settings', settingsFragment);
    const build = () => toSettings(fragment);
    const settings = fragment ? this.attempt('settings', fragment.source, build) : build();
    return settings ?? toSettings(undefined);
  }

  private rateLimits({ globalRpmLimit, timeZone }: RoutingSettings): RateLimits {
    return new RateLimits({
      policies: this.items('rate_limits', rateLimitFragment),
      teams: this.items('team_models', allowedModelsFragment),
      globalRpm: globalRpmLimit,
      timeZone,
    });
  }

  private providers(lasting: Lasting) {
    const secrets = {
      credentials: this.items('credentials', credentialFragment),
      connections: this.items('provider_secrets', providerSecretsFragment),
    };
    return this.items('providers', providerFragment).map((fragment) =>
      toProvider(fragment, secrets, lasting),
    );
  }

  private grants(): Grant[] {
    return this.items('access_grants', accessGrantFragment).flatMap((fragment) => {
      const build = () => toGrant(fragment);
      return this.attempt('access_grants', fragment.source, build) ?? [];
    });
  }

  private deprecations(): Deprecation[] {
    return this.items('deprecations', deprecationFragment).flatMap((fragment) => {
      const build = () => toDeprecation(fragment);
      return this.attempt('deprecations', fragment.source, build) ?? [];
    });
  }

  private keys(): Map<string, KeyEntry> {
    const { snapshot, errors } = this;
    const keys = new Map<string, KeyEntry>();
    for (let shard = 0; shard < KEY_SHARDS; shard += 1) {
      const section = keySection(shard);
      const convert = toKeyEntries;
      const schema = keyFragment;
      const entries = this.reader.read({ snapshot, section, schema, convert, errors });
      for (const [hash, entry] of entries.flat()) keys.set(hash, entry);
    }
    return keys;
  }

  private isReadable(policy: PolicyFragment): boolean {
    const condition = policy.type === 'rule' ? policy.condition : undefined;
    if (condition === undefined) return true;
    const read = () => this.condition(condition);
    return this.attempt('policies', policy.source, read) !== undefined;
  }

  /** Throws where the text is no condition. */
  private condition(text: string): Expression {
    const known = this.conditions.get(text) ?? this.known.get(text);
    const expression = known ?? parseCondition(text);
    this.conditions.set(text, expression);
    return expression;
  }

  private attempt<T>(section: string, source: Source, build: () => T): T | undefined {
    try {
      return build();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.errors.push({ section, source, message });
      return undefined;
    }
  }
}
