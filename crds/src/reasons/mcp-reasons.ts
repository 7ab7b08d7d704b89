import type { Meaning } from './reasons.ts';

const UNKNOWN = {
  NotReported: {
    happened: 'no gateway has said anything of it for three minutes, or since it was made',
    remedy: 'look at the pods and the log of the gateways',
  },
  NotInService: {
    happened:
      'no gateway can ask it: it is inactive, not accepted, or of type stdio where no MCP host is installed',
    remedy: 'see Accepted and Programmed',
  },
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition Reachable of MCP servers may give. */
export const REACHABLE_REASONS = {
  Answers: { happened: 'every gateway that reports gets the list of its tools', remedy: '' },
  Unreachable: {
    happened: 'no gateway gets the list of its tools; the message says since when, and why',
    remedy: 'look at the server, its url and its token; it heals by itself when it answers',
  },
  PartlyReachable: {
    happened: 'some gateways do not get the list of its tools; the message counts them',
    remedy: 'look at what these gateways may reach, and at the server',
  },
  ...UNKNOWN,
} as const satisfies Record<string, Meaning>;

/** Every reason that the condition ToolsChanged of MCP servers may give. */
export const TOOLS_CHANGED_REASONS = {
  AsApproved: { happened: 'every tool with an approved digest is as it was approved', remedy: '' },
  WaitsForApproval: {
    happened:
      'the definitions of the tools that the message names are others than the approved ones, so that nobody may use these tools',
    remedy: 'look at what they say now, and approve them or take the server out of service',
  },
  NeverListed: {
    happened: 'no gateway has got the list of its tools yet',
    remedy: 'see Reachable',
  },
  ...UNKNOWN,
} as const satisfies Record<string, Meaning>;
