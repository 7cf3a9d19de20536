import { describeGuardedApi } from './guarded-api';

describeGuardedApi('SQLite');
