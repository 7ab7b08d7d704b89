import type { Background } from '@aicp/api-kit/service/service';
import {
  evaluateCondition,
  evaluateTemplate,
} from '@aicp/contracts/workflows/expressions/template';
import { ExecutionLists } from './store/execution-lists.ts';
import { ExecutionStore } from './store/execution-store.ts';
import { MessageExecutions } from './store/message-executions.ts';
import { StepStore } from './store/step-store.ts';
import { GatewayClient } from './gateway/gateway-client.ts';
import type { Actions } from './interpreter/action.ts';
import type { Expressions } from './interpreter/expressions.ts';
import { Interpreter } from './interpreter/interpreter.ts';
import { StepRunner } from './interpreter/step-runner.ts';
import { agent } from './interpreter/steps/agent-step.ts';
import { foreach, parallel, switchStep, transform } from './interpreter/steps/control-steps.ts';
import { http } from './interpreter/steps/http-step.ts';
import { llm } from './interpreter/steps/llm-step.ts';
import { tool } from './interpreter/steps/tool-step.ts';
import { approval, wait } from './interpreter/steps/waiting-steps.ts';
import { workflow } from './interpreter/steps/workflow-step.ts';
import type { WorkflowSnapshot } from './snapshot/workflow-snapshot.ts';
import { standing } from './metrics/standing.ts';
import type { WorkflowMetrics } from './metrics/workflow-metrics.ts';
import type { WorkflowFloor } from './workflow-floor.ts';
import { Launcher } from './runtime/launcher.ts';
import { Persistence } from './running/persistence.ts';
import { Replicas } from './runtime/replicas.ts';
import { Retention } from './runtime/retention.ts';
import { Runtime } from './runtime/runtime.ts';
import { whyNoStep } from './running/why-no-step.ts';
import { Watch } from './running/watch.ts';

const expressions: Expressions = {
  value: (template, scope) => evaluateTemplate(template, { scope }),
  holds: (condition, scope) => evaluateCondition(condition, { scope }),
};

/** Puts together what runs executions. */
export function openEngine(
  floor: WorkflowFloor,
  parts: {
    readonly snapshot: WorkflowSnapshot;
    readonly metrics: WorkflowMetrics;
    readonly ready: () => Promise<unknown>;
  },
) {
  const { clock, config, database, location, log, random } = floor;
  const { snapshot, metrics, ready } = parts;
  const executions = new ExecutionStore({ database, bounds: config.bounds.open, clock });
  const steps = new StepStore({ database, mostSteps: config.bounds.steps, clock });
  const persistence = new Persistence({ clock, random, log });
  const watch = new Watch({ database, clock, log });
  const gateway = new GatewayClient({
    ...{ url: config.gatewayUrl, secret: config.secret, ca: config.gatewayCa, clock, random },
    goesOn: (execution) => persistence.persist(() => steps.goesOn(execution)),
  });
  // The interpreter is run by the runtime, and itself has executions begin.
  const begun = { begin: (id: string, run: number) => launcher.begin(id, run) };
  const children = { executions, watch, persistence };
  const waiting = { steps, persistence, watch, clock };
  const actions: Actions = {
    llm: llm(gateway),
    tool: tool(gateway),
    agent: agent({ ...children, tasks: new MessageExecutions(database), gateway, clock }),
    http: http(config.egress),
    workflow: workflow({ ...children, snapshot, executions, launcher: begun, watch }),
    ...{ transform, parallel, foreach, switch: switchStep(expressions) },
    ...{ approval: approval(waiting), wait: wait(waiting) },
  };
  const whyNot = whyNoStep(snapshot, clock);
  const runner = new StepRunner({
    steps,
    actions,
    expressions,
    persistence,
    whyNot,
    metrics,
    clock,
    log,
  });
  const interpreter = new Interpreter({
    ...{ executions, runner, expressions, watch, persistence, metrics, clock, log },
  });
  const runtime = new Runtime({
    ...{ database, location, interpreter, instance: config.instance, clock, random, log, ready },
  });
  const launcher = new Launcher({ executions, runtime, ready, clock, log });
  const background: Background[] = [
    runtime,
    watch,
    launcher,
    ...chores(floor, { runtime, watch, metrics, ready }),
    stopping(persistence, gateway),
  ];
  const lists = new ExecutionLists(database);
  return { executions, lists, launcher, runtime, watch, background };
}

/** What is done beside running executions: taking up what dead replicas had, deleting what ended long ago, counting what is open. */
function chores(
  { clock, config, database, log }: WorkflowFloor,
  parts: {
    readonly runtime: Runtime;
    readonly watch: Watch;
    readonly metrics: WorkflowMetrics;
    readonly ready: () => Promise<unknown>;
  },
): readonly Background[] {
  const { runtime, watch, metrics, ready } = parts;
  const replicas = new Replicas({
    ...{ database, instance: config.instance, isRunning: () => runtime.isRunning },
    wasAway: () => watch.lookForLost(),
    tookOver: (count) => {
      metrics.tookOver(count);
    },
    ...{ ready, clock, log },
  });
  const retention = new Retention({
    ...{ database, runtime, replicas, metrics },
    ...{ days: config.bounds.retentionDays, everyMs: config.bounds.retentionEveryMs },
    ...{ ready, clock, log },
  });
  return [replicas, retention, standing({ database, metrics, ready, clock, log })];
}

/** Stopped first: what runs is not recorded as failed, and goes on after the next start. */
const stopping = (persistence: Persistence, gateway: GatewayClient): Background => ({
  start: () => undefined,
  stop: async () => {
    persistence.stop();
    await gateway.close();
  },
});
