import type { Express } from 'express';
import type { Gateway } from '../pipeline/exchange/gateway.ts';

/** Adds the routes of requests that are none to a model. They answer each method themselves, and come after those of models, which are asked more often. */
export type CallRoutes = (app: Express, gateway: Gateway) => void;
