import { abtest } from '../../pipeline/abtest.ts';
import { access } from '../../pipeline/access.ts';
import { admit } from '../../pipeline/admit.ts';
import { StageList, type Stage } from '../../pipeline/exchange/stage.ts';
import { limitTrial } from '../../pipeline/limit.ts';
import { maintenance } from '../../pipeline/maintenance.ts';
import { nameModel } from '../../pipeline/name-model.ts';
import { permission, policies } from '../../pipeline/policies.ts';
import { prices } from '../../pipeline/prices.ts';
import { resolve } from '../../pipeline/resolve.ts';
import { guardSession } from '../stages/guard-session.ts';
import { holdSession } from '../stages/hold-session.ts';
import { authenticateHolder } from '../../pipeline/authenticate.ts';
import { readHead } from '../stages/read-head.ts';

/** What happens before a session is opened: the stages of every request up to its limits. `open` lasts as long as the session. */
export const sessionStages = (open: Stage<'routed', 'routed'>): readonly Stage[] =>
  StageList.from(authenticateHolder)
    .add(admit)
    .add(readHead())
    .add(maintenance)
    .add(nameModel)
    .add(resolve)
    .add(access)
    .add(policies)
    .add(permission)
    .add(guardSession)
    .add(prices)
    .add(abtest)
    .add(limitTrial)
    .add(holdSession)
    .add(open).stages;
