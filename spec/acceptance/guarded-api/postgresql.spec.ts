import { describeGuardedApi } from './guarded-api';

describeGuardedApi('PostgreSQL');
