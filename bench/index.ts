/** All benchmarks, or those that are named: `npm run bench`, `npm run bench -- start-up growth`. */
import { compare, machine } from './compare';
import { growth } from './growth';
import { memory } from './memory';
import { newApplications } from './new';
import { resource } from './resource';
import { startUp } from './start-up';

const BENCHMARKS: Readonly<Record<string, () => string>> = {
  'start-up': () => compare(startUp()),
  new: () => compare(newApplications()),
  growth: () => compare(growth()),
  resource: () => compare(resource()),
  memory,
};

const named = process.argv.slice(2);
console.log(machine());
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (named.length === 0 || named.includes(name)) {
    console.log(`\n${run()}`);
  }
}
