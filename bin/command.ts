import { main } from '../src/cli/main';

void main(process.argv.slice(2)).then((code) => {
  // At once: what Node takes down in order, the run of its own needs no more, and it takes a tenth of it.
  process.exit(code);
});
