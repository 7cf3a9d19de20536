import { describeNode } from './node-version';

describeNode('20.19.0');
