import { amountOf, centsOf } from '@curbwrench/contract/money';
import type { Question } from './questions/question.ts';
import { articlesFor } from '@curbwrench/server/assistant/help/help';
import { wrongCombinations } from './combinations.ts';
import { inventedCounts } from './counts.ts';
import { plainWords } from './plain-words.ts';
import { chargedFor, type Readable } from './readable.ts';
import { holdsPhrase, numbersIn, valuePattern, withoutValues } from './wording.ts';

/**
 * What an answer says that stands nowhere: not in what the asker may read, nor in the help texts.
 * Values are judged one by one, then with what stands beside them: a price with its service, a date
 * with its appointment, a weekday with its date, a number with what it counts.
 */
export function inventedFacts(answer: string, readable: Readable, question: Question): string[] {
  const expected = [...(question.expects ?? []).flat(), ...(question.mentions ?? [])].join('\n');
  const { rest, invented } = withoutHelp(answer, readable.role);
  return [
    ...invented,
    ...inventedSteps(rest, readable.role),
    ...inventedValues(rest, readable, expected, question.message),
    ...inventedCounts(rest, readable, expected, question.message),
    ...inventedWords(rest, readable, expected, question.message),
    ...wrongCombinations(rest, readable, expected),
  ];
}

/** The answer without its help text, which must be one of the asker's role, word for word. */
function withoutHelp(answer: string, role: Readable['role']): { rest: string; invented: string[] } {
  const [tag, title] = / ?\(Help: ([^)]+)\)/.exec(answer) ?? [];
  if (tag === undefined) return { rest: answer, invented: [] };
  const text = articlesFor(role).find((article) => article.title === title)?.text;
  const before = answer.slice(0, answer.indexOf(tag));
  if (text === undefined || !before.endsWith(text)) {
    return { rest: answer.replace(tag, ''), invented: [`(Help: ${title}) with another text`] };
  }
  return { rest: answer.replace(`${text}${tag}`, ''), invented: [] };
}

/** Steps outside a help text: what is pressed must be a name that the help texts use. */
function inventedSteps(text: string, role: Readable['role']): string[] {
  const texts = articlesFor(role).map((article) => article.text);
  const help = texts.join('\n');
  const sentences = text.split(/(?<=\.)\s|\n/);
  const orders = sentences.filter(
    (sentence) =>
      /^(Open|Press|Choose|Enter|Click|Tap|Select|Go to|Scan|Switch|Swipe|Shake)\b/.test(
        sentence,
      ) && !help.includes(sentence),
  );
  const pressed = [...text.matchAll(/\b(?:press|choose|click|tap|with) ((?:[A-Z][a-z]+ ?)+)/g)].map(
    ([, label = '']) => label.trim(),
  );
  return [...orders, ...pressed.filter((label) => !holdsPhrase(`${help}\n${text}`, label))];
}

/** Dates, times, amounts, appointment numbers, telephone numbers, addresses and percentages. */
function inventedValues(
  text: string,
  readable: Readable,
  expected: string,
  asked: string,
): string[] {
  const amounts = amountsOf(readable);
  const percents = [...readable.plans, ...readable.subscriptions].map(
    ({ discountPercent }) => discountPercent,
  );
  return (text.match(valuePattern) ?? []).filter((fact) => {
    const value = fact.replace(/[.,;:]$/, '');
    if (holdsPhrase(expected, value)) return false;
    if (value.startsWith('$')) return !amounts.has(value.slice(1).replaceAll(',', ''));
    if (value.startsWith('#')) {
      const id = Number(value.slice(1));
      return (
        !readable.appointments.some((each) => each.id === id) && !numbersIn(asked).includes(id)
      );
    }
    if (value.endsWith('%')) return !percents.includes(Number.parseInt(value, 10));
    return !holdsPhrase(readable.text, value);
  });
}

/** Every amount that the asker may be told, and what follows from them: the sum that is owed. */
function amountsOf(readable: Readable): ReadonlySet<string> {
  const { payments, services } = readable;
  const owed = payments
    .filter(({ status }) => status === 'pending')
    .reduce((cents, { amount }) => cents + centsOf(amount), 0);
  return new Set([
    ...[...readable.text.matchAll(/"(\d+\.\d{2})"/g)].map(([, amount = '']) => amount),
    amountOf(owed),
    ...payments.map((each) => amountOf(centsOf(each.amount) - centsOf(each.refundedAmount))),
    ...services.map((service) => chargedFor(service, readable)),
  ]);
}

/**
 * Words that neither stand in what the asker may read, nor in the help texts, nor among the plain
 * ones of an answer: somebody's name, a thing that doesn't exist, a step that nobody wrote down.
 */
function inventedWords(
  text: string,
  readable: Readable,
  expected: string,
  asked: string,
): string[] {
  const help = articlesFor(readable.role).map((article) => `${article.title} ${article.text}`);
  const known = new Set([...wordsIn([readable.text, ...help, expected].join('\n')), ...plainWords]);
  // Said back are only words that were written small: 'tomorrow', but nobody's name.
  const smallAsked = new Set(asked.match(/(?<!\p{L})\p{Ll}+(?!\p{L})/gu));
  return [...new Set(withoutValues(text).match(/\p{L}[\p{L}'’]*/gu))].filter((word) =>
    wordsIn(word).some((part) => !known.has(part) && !smallAsked.has(word)),
  );
}

function wordsIn(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b(?:can|won|don|isn|doesn|didn|haven|hasn|wasn|aren)'t\b/g, 'not')
    .replaceAll(/'(?:s|re|ve|ll|d|m)\b/g, '');
  return plain.match(/\p{L}+/gu) ?? [];
}
