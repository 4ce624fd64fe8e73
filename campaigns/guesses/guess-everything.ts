import type { AttackedSite } from '../attacked-site.ts';
import { guessAccountLinks } from './account-link-guesses.ts';
import { guessVerificationCodes } from './verification-code-guesses.ts';
import { guessLinks } from './link-guesses.ts';
import { guessFeeds, guessUnsubscribeLinks } from './secret-address-guesses.ts';
import { guessTextingCodes } from './texting-code-guesses.ts';

/** The names of what is guessed, each with the function that makes the guesses and returns the problems found. */
export const guessTargets: readonly (readonly [
  name: string,
  guess: (site: AttackedSite) => Promise<string[]>,
])[] = [
  ["appointments' links", guessLinks],
  ['verification codes', guessVerificationCodes],
  ['texting codes', guessTextingCodes],
  ['calendar feeds', guessFeeds],
  ['links that turn off reminders', guessUnsubscribeLinks],
  ['links in emails about accounts', guessAccountLinks],
];
