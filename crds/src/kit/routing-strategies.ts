/** How the members of a model group may be ordered. */
export const ROUTING_STRATEGIES = [
  'simple-shuffle',
  'least-busy',
  'latency-based-routing',
  'cost-based-routing',
  'usage-based-routing',
] as const;
export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number];
