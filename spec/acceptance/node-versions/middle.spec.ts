import { describeNode } from './node-version';

describeNode('22');
