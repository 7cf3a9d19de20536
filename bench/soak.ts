/**
 * What the specs do a few times, for longer: `npm run soak`. Ten times 20 commands at the same time in one project, of
 * which none may be lost, and 100 commands that are killed, each of which leaves all or nothing.
 */
import { killAgainAndAgain, lostAmong } from '../spec/support/under-pressure';

const ROUNDS = 10;
const COMMANDS = 20;
const KILLS = 100;

async function soak(): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const lost = await lostAmong(COMMANDS);
    if (lost.length > 0) {
      throw new Error(`Lost in round ${round}:\n${lost.join('\n')}`);
    }
    console.log(`${round} of ${ROUNDS}: ${COMMANDS} commands at the same time, nothing lost`);
  }
  const { before, after } = await killAgainAndAgain(KILLS);
  console.log(`${KILLS} kills: ${before} left the project as it was, ${after} as it is to be`);
}

void soak().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
