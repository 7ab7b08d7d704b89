import { bearerOf, type Caller, type CallerOf } from '@aicp/api-kit/access/service-token';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import type { Request, RequestHandler } from 'express';

/** Lets gateways through alone, and knows of each request which one sends it. */
export class GatewayCaller {
  private readonly callerOf: CallerOf;
  private readonly callers = new WeakMap<Request, Caller>();

  constructor(callerOf: CallerOf) {
    this.callerOf = callerOf;
  }

  /** Before the body is read: nobody else may make us parse one. */
  readonly required: RequestHandler = async (request, _response, next) => {
    const caller = await this.callerOf(bearerOf(request));
    if (!caller) throw unauthorized('Only gateways may.');
    this.callers.set(request, caller);
    next();
  };

  /** Throws a Problem (403) where the token was made for another pod than the replica that the request says it is of. */
  requireOwn(request: Request, replica: string): void {
    const pod = this.callers.get(request)?.pod;
    if (pod === undefined || pod === replica) return;
    throw new Problem(
      403,
      `The token was made for ${pod}, not for ${replica}: a gateway speaks for itself alone, by the name of its pod (AICP_INSTANCE).`,
    );
  }
}
