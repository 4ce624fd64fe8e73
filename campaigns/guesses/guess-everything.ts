import type { AttackedSite } from '../attacked-site.ts';
import { guessAccountLinks } from './account-link-guesses.ts';
import { guessBookingCodes } from './booking-code-guesses.ts';
import { guessLinks } from './link-guesses.ts';
import { guessFeeds, guessUnsubscribeLinks } from './secret-address-guesses.ts';
import { guessTextingCodes } from './texting-code-guesses.ts';

/** Everything that is guessed: its name, and the function that guesses it and returns the problems found. */
export const guessed: readonly (readonly [
  name: string,
  guess: (site: AttackedSite) => Promise<string[]>,
])[] = [
  ["appointments' links", guessLinks],
  ['booking codes', guessBookingCodes],
  ['texting codes', guessTextingCodes],
  ['calendar feeds', guessFeeds],
  ['links that turn off reminders', guessUnsubscribeLinks],
  ['links in emails about accounts', guessAccountLinks],
];
