import { dispatches } from '@curbwrench/contract/people/roles';
import type { Asking } from './asking.ts';
import { notYours } from './phrases.ts';

/*
 * Questions that are declined before they are understood. Security does not depend on these
 * patterns: each topic reads within the asker's own scope whatever the message says. They only give
 * an honest answer to a request for more, instead of an answer to half of the question.
 */

/** Attempts to make it play another role, or to reach the machine behind it. */
const talkingRound = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|rule|prompt|above|previous|restriction|polic|limit|permission)/i,
  /\b(system|hidden|secret|initial)\s+(prompt|instruction|message)/i,
  /\b(your|the)\s+(prompt|instructions)\b/i,
  /\b(pretend|act as|you are now|role-?play|jailbreak|developer mode|sudo|god mode)\b/i,
  /\bselect\b.+\bfrom\b|\bdrop\s+table\b|\bunion\s+select\b|<\s*script|\bdelete\s+from\b/i,
  /^(?!.*\b(my|change|reset|forg[eo]t|forgotten|new)\b).*\b(passwords?|api keys?|tokens?|credentials)\b/i,
];

/** Claims to be a person with more rights. */
const claimsOfOffice = [
  /\bi\s*(am|['’]?m)\s+(actually\s+)?(the|an|a|your)\s+(admin|administrator|owner|boss|manager|developer|advisor)\b/i,
  /\b(as|like)\s+(an?\s+)?(admin|administrator|root)\b/i,
  /\b(user|customer|mechanic)[-_ ]?id\b/i,
];

/** Questions about all people, or about another person. */
const otherPeople = [
  /\b(other|another|every|all|each|any|different|which)\s+(the\s+|of\s+the\s+|your\s+)?(customer|client|user|people|person|owner)/i,
  /\b(customers|clients|users)\b/i,
  /\b(someone|somebody|anyone|anybody|everyone|everybody)\s*(else|['’]s\b)/i,
  /\b(my\s+)?(neighbou?r|wife|husband|friend|boss|colleague|ex|brother|sister|mother|father|mom|dad)['’]?s?\b/i,
  /\bwho\s+else\b/i,
  // An e-mail address, with no repetition before the @: that took half a second for a message full of @.
  /\S@\S+\.\S/,
];

/** Words before 's that are no person: contractions and things. */
const noPerson = new Set(
  `what where when who how that it let there here he she today tomorrow tonight yesterday week month
   year car vehicle truck van mechanic business company shop one name everything monday tuesday
   wednesday thursday friday saturday sunday weekend assistant service job appointment day battery
   engine brake oil customer client owner admin technician guy why next this nobody`
    .trim()
    .split(/\s+/),
);

/** Returns the answer that declines a question; null if the question may be processed. */
export function boundaryOf(
  { viewer }: Asking,
  text: string,
  ownNames: ReadonlySet<string>,
): string | null {
  if (talkingRound.some((pattern) => pattern.test(text))) return notYours;
  if (dispatches(viewer.role)) return null;
  if (claimsOfOffice.some((pattern) => pattern.test(text))) return notYours;
  if (viewer.role === 'customer') {
    if (otherPeople.some((pattern) => pattern.test(text))) return notYours;
    for (const [, owner = ''] of text.matchAll(/([\p{L}-]{2,40})['’]s\b/gu)) {
      const name = owner.toLowerCase();
      if (!noPerson.has(name) && !ownNames.has(name)) return notYours;
    }
  }
  return null;
}
