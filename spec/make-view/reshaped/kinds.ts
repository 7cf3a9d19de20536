import type { Cases } from './case';
import { CONTROLLER_CASES } from './controllers';
import { FACTORY_CASES } from './factories';
import { MODEL_CASES } from './models';
import { ROUTE_CASES } from './routes';

/** All cases, by what a person has reshaped. */
export const KINDS: Readonly<Record<string, Cases>> = {
  controllers: CONTROLLER_CASES,
  routes: ROUTE_CASES,
  models: MODEL_CASES,
  factories: FACTORY_CASES,
};
