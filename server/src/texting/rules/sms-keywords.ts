/** What a reply asks for: no more messages, messages again, or help; null for any other text. */
export type SmsKeyword = 'stop' | 'start' | 'help' | null;

/**
 * The words with which a reply can revoke consent (47 CFR 64.1200(a)(10)), and those that Twilio treats in the same
 * way. "Cancel" stops the messages even if the customer meant an appointment, since carriers block further texts after
 * it. The appointment stays booked, and the customer gets an email about how to cancel it.
 */
const stopWords = [
  'stop',
  'stopall',
  'quit',
  'end',
  'revoke',
  'opt out',
  'optout',
  'cancel',
  'unsubscribe',
];
const startWords = ['start', 'unstop'];
const helpWords = ['help', 'info'];

/** Words that don't change the meaning of the words above: "please stop texting me". */
const fillers =
  /\b(?:please|pls|thanks|thank you|all|now|it|this|these|the|my|me|to|from|sending|texting|text|texts|messaging|message|messages|sms)\b/g;

/**
 * Returns what a reply asks for. `optOutType` is Twilio's own reading, which it sends if the Messaging Service has
 * Advanced Opt-Out; a word of `stopWords` counts as "stop" even if Twilio reads it differently.
 */
export function readSmsKeyword(text: string, optOutType: string | null): SmsKeyword {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();
  const request = words.replaceAll(fillers, ' ').replaceAll(/ +/g, ' ').trim();
  if (optOutType === 'STOP' || [words, request].some((each) => stopWords.includes(each))) {
    return 'stop';
  }
  if (optOutType === 'START' || startWords.includes(words)) return 'start';
  if (optOutType === 'HELP' || helpWords.includes(words)) return 'help';
  return null;
}

/** Returns whether a text mentions canceling, whether of texts or of an appointment. */
export function mentionsCancel(text: string): boolean {
  return /\bcancel/i.test(text);
}

/** Returns a text as the office reads it: without control characters, and with a note about files. */
export function toReadableText(text: string, hasMedia: boolean): string {
  const readable = text
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 3500);
  return [readable, ...(hasMedia ? ['(Attachment not shown.)'] : [])]
    .filter((part) => part !== '')
    .join('\n');
}
