/** All benchmarks, or those that are named: `npm run bench`, `npm run bench -- start-up growth`. */
import { changes } from './changes';
import { compare, machine } from './compare';
import { growth } from './growth';
import { lists } from './lists';
import { memory } from './memory';
import { newApplications } from './new';
import { resource } from './resource';
import { startUp } from './start-up';
import { undo } from './undo';

const BENCHMARKS: Readonly<Record<string, () => string | Promise<string>>> = {
  'start-up': () => compare(startUp()),
  new: () => compare(newApplications()),
  growth: () => compare(growth()),
  resource: () => compare(resource()),
  changes: () => compare(changes()),
  undo: () => compare(undo()),
  memory,
  lists,
};

async function main(named: readonly string[]): Promise<void> {
  console.log(machine());
  for (const [name, run] of Object.entries(BENCHMARKS)) {
    if (named.length === 0 || named.includes(name)) {
      console.log(`\n${await run()}`);
    }
  }
}

void main(process.argv.slice(2));
