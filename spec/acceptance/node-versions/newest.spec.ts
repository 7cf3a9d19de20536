import { describeNode } from './node-version';

describeNode('24');
