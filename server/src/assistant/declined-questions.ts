import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { AskerContext } from './topic.ts';
import { notAllowedAnswer } from './answer-format.ts';

/*
 * Patterns of questions that are declined before they are interpreted. Security does not depend on them, since each
 * topic reads only within the asker's scope. Without them, the assistant would answer part of a request for other
 * people's data instead of clearly declining it.
 */

/** Attempts to make the assistant ignore its rules, or to reach the database or secrets. */
const manipulationPatterns = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|rule|prompt|above|previous|restriction|polic|limit|permission)/i,
  /\b(system|hidden|secret|initial)\s+(prompt|instruction|message)/i,
  /\b(your|the)\s+(prompt|instructions)\b/i,
  /\b(pretend|act as|you are now|role-?play|jailbreak|developer mode|sudo|god mode)\b/i,
  /\bselect\b.+\bfrom\b|\bdrop\s+table\b|\bunion\s+select\b|<\s*script|\bdelete\s+from\b/i,
  /^(?!.*\b(my|change|reset|forg[eo]t|forgotten|new)\b).*\b(passwords?|api keys?|tokens?|credentials)\b/i,
];

/** Claims by the asker to have a role with more access, and attempts to select a person by id. */
const roleClaimPatterns = [
  /\bi\s*(am|['’]?m)\s+(actually\s+)?(the|an|a|your)\s+(admin|administrator|owner|boss|manager|developer|advisor)\b/i,
  /\b(as|like)\s+(an?\s+)?(admin|administrator|root)\b/i,
  /\b(user|customer|mechanic)[-_ ]?id\b/i,
];

/** Questions about all people, or about another person. */
const otherPeoplePatterns = [
  /\b(other|another|every|all|each|any|different|which)\s+(the\s+|of\s+the\s+|your\s+)?(customer|client|user|people|person|owner)/i,
  /\b(customers|clients|users)\b/i,
  /\b(someone|somebody|anyone|anybody|everyone|everybody)\s*(else|['’]s\b)/i,
  /\b(my\s+)?(neighbou?r|wife|husband|friend|boss|colleague|ex|brother|sister|mother|father|mom|dad)['’]?s?\b/i,
  /\bwho\s+else\b/i,
  // An email address. A quantifier before the @ would backtrack for half a second on a message full of @s.
  /\S@\S+\.\S/,
];

/** Words that do not name a person when they are followed by 's. */
const nonPersonWords = new Set(
  `what where when who how that it let there here he she today tomorrow tonight yesterday week month
   year car vehicle truck van mechanic business company shop one name everything monday tuesday
   wednesday thursday friday saturday sunday weekend assistant service job appointment day battery
   engine brake oil customer client owner admin technician guy why next this nobody`
    .trim()
    .split(/\s+/),
);

/** Returns the answer that declines a question, or null if the question may be answered. */
export function findDecliningAnswer(
  { viewer }: AskerContext,
  text: string,
  knownNameWords: ReadonlySet<string>,
): string | null {
  if (manipulationPatterns.some((pattern) => pattern.test(text))) return notAllowedAnswer;
  if (isOfficeRole(viewer.role)) return null;
  if (roleClaimPatterns.some((pattern) => pattern.test(text))) return notAllowedAnswer;
  if (viewer.role === 'customer') {
    if (otherPeoplePatterns.some((pattern) => pattern.test(text))) return notAllowedAnswer;
    for (const [, owner = ''] of text.matchAll(/([\p{L}-]{2,40})['’]s\b/gu)) {
      const name = owner.toLowerCase();
      if (!nonPersonWords.has(name) && !knownNameWords.has(name)) return notAllowedAnswer;
    }
  }
  return null;
}
