import { toStem, splitWords } from './words.ts';

/*
 * The words and phrases for each concept. Add synonyms only here. For each one, add a question that needs it to
 * testing/src/assistant/questions.
 */
const synonyms = {
  appointment: `appointment, appt, apt, visit, booking, booked, job, schedule, scheduled, work order,
    agenda, calendar, planned, lined up`,
  service: `service, serviced, servicing, repair, maintenance, work done, fixed`,
  next: `next, upcoming, coming up, coming, future, soon, ahead, come, swing by, swinging by, drop by, stop by, arrive, arriving, expect`,
  last: `last, did, previous, past, latest, recent, recently, history, earlier, did you, did i, was my,
    was serviced, was done, was it done, have done, had done, ever`,
  when: `when, whens, what time, which time, what day, which day, what date, date, wen`,
  who: `who, whos, whom, name of`,
  where: `where, wheres, address, which address, located, location, whereabouts`,
  mechanic: `mechanic, technician, tech, engineer, repairman, guy, crew`,
  price: `price, pricing, cost, how much, charge, fee, rate, quote, expensive, cheap, cheapest,
    estimate, much is, price list`,
  duration: `how long, duration, how many minute, how many hour, long does, take long`,
  count: `how many, number of, count, total number`,
  free: `free, possible, available, availability, slot, any opening, vacancy, vacant, fit me in,
    squeeze me in, room, any time, free time, time available, can you come, could you come, spot`,
  earliest: `earliest, soonest, asap, first available, next available, as soon as possible, as soon as you can,
    next free, next opening, next slot`,
  open: `open, opening hour, hour, closed, close, business hour, working hour, holiday,
    opening time, closing time, work weekend, you work, guy work, we work, you come on`,
  vehicle: `car, vehicle, truck, van, suv, auto, automobile, ride, garage`,
  plate: `plate, plate number, license plate, licence plate, registration, vin, tag`,
  pay: `pay, payment, bill, invoice, transaction, billing, charged, money`,
  owe: `owe, owed, due, outstanding, unpaid, balance, debt, still to pay, open bill,
    need to pay, have to pay, pending payment, payment pending`,
  paid: `did you charge, you charged, been charged, paid, settled, settle, did i pay, spent, spend, have i paid, i pay`,
  refunded: `refund, refunded, money back, given back, gave back, give back`,
  method: `cash, card, credit card, debit card, terminal, card terminal, bank transfer, transfer,
    payment method`,
  plan: `plan, maintenance plan, subscription, subscribed, subscriber, membership, member, discount`,
  renew: `renew, renewal, renewed, renewing, charged again, charged next, next charge`,
  failed: `failed, declined, bounced, did not go through, failed payment`,
  receipt: `receipt, proof of payment`,
  cancel: `cancel, cancelling, canceling, cancellation, call off, called off`,
  reschedule: `reschedule, rescheduling, move, moving, postpone, rebook, shift, push back,
    change my appointment, change the time, change the date, another day, different day,
    different time, another time, change my booking, change the appointment, cant make it`,
  book: `book, reserve, make an appointment, make a booking, set up an appointment,
    get an appointment, new appointment, schedule a, schedule an, book me`,
  status: `status, state of, confirmed yet, progress`,
  track: `track, long until, mechanic arrive, mechanic be here, mechanic get here, tracking, on the way, on his way, on her way, en route, eta, how far,
    where is my mechanic, wheres my mechanic, where is the mechanic, running late, is late`,
  how: `how do i, how do we, how can i, how can we, how to, how would i, how should i,
    where do i, where can i, can i, could i, may i, is it possible, i want to, i need to,
    i would like to, id like to, help me, way to, how does, what do i do, what should i do,
    steps to, show me how, explain, able to, am i allowed, need to, want to, wanna`,
  pending: `pending, waiting, awaiting`,
  unassigned: `unassigned, without a mechanic, without mechanic, no mechanic, need a mechanic, not assigned`,
  confirmed: `confirmed`,
  in_progress: `in progress, under way, underway, ongoing, being worked on, working on, current,
    currently, right now`,
  completed: `completed, complete, finished, done`,
  cancelled: `cancelled, canceled`,
  attention: `attention, overdue, problem, wrong, trouble`,
  revenue: `revenue, income, earning, earned, turnover, sale, takings, made today, we make,
    we made, we take, we took, we earn, business make, business made, take in, taken in,
    bring in, came in, profit`,
  customer: `customer, client, owner`,
  phone: `phone, phone number, telephone, call, contact, reach, number, mobile, cell`,
  email: `email, e mail, mail address`,
  note: `note, comment, gate code`,
  stats: `figure, we doing, business today, stat, statistic, overview, dashboard number, how is business, hows business, kpi`,
  unavailable: `offline, on a job, off duty, busy`,
  greeting: `hi, hello, hey, good morning, good afternoon, good evening, hiya, howdy, yo`,
  thanks: `thank, thank you, thx, cheer, ty, appreciate it`,
  yourself: `what can you do, what do you do, who are you, what are you, are you a bot,
    are you human, are you a robot, what can i ask, how can you help, help`,
  list: `list, show, all, every, which, what, tell me, give me, see, display, view, overview of`,
} as const satisfies Record<string, string>;

/** The meaning of a word or phrase. */
export type Concept = keyof typeof synonyms;

/**
 * Words that do not affect the meaning. A question is understood if all its other words are known.
 */
const fillerText = `
  a an the this that these those it its is are am be been being was were do does did doing done
  has have had having i im ive id ill me my mine we us our you your youre u ur he she his her him
  they them their theirs and or but so if then than as at by for from in into of on onto off out
  over to up with about around after until till not no yes yeah ok okay please pls plz just still
  also too very much many more most some any anything everything nothing something there here what
  whats which how hows hw can could may might must shall should will would wont want wanna need
  needs like get got getting make go going gonna let lets know tell say ask show give take takes
  took taken long time times day thing things one ones stuff well oh um hmm sir madam dear now
  today right really actually maybe perhaps else again only once both each per via thats theres
  heres isnt arent dont doesnt didnt cant couldnt havent hasnt wasnt werent whatever ever yet see
  look find check work works working use using used come comes someone somebody anybody anyone
  wondering question info information detail details possible possibly currently exactly days week
  weeks month months year years minute minutes hour hours morning afternoon evening night put set
  keep because good great nice bad new old same different other another own next last first start
  starts end ends happens happen happening going offer offered offering sell made late later left mean means try trying btw hi hello hey able above according
  active actual ago agree ahead allow allowed almost alone along already alright altogether although among anyhow
  anymore anyway apart appear appreciate aren asked asking aside assume attempt away awesome back
  basically bet better bit bother bring brought bunch call called came cannot care case cause
  certain chance change choice choose clear clearly completely concern confused consider correct
  couple course curious deal decide definitely depend despite didn difficult directly doesn double
  down dunno during easy either elsewhere enough especially etc even eventually every everyone
  exact example excuse expect explain extra fact fair far fast feel felt few figure file final
  finally fine fit fix following follow forget forgot forgotten forward friend front full fully
  further gave general generally gets given glad goes gone gosh guess guy guys half hand handle
  happened happy hard hardly haven hear heard hence hold honest honestly hope hoping huge idea idk
  imagine immediately important include including inside instead interested issue item job kept
  kind knew known lately later least leave left less little live lol looked looking lose lost lot
  lots love luck main major making man manage matter maximum meant meanwhile meet men mention
  mentioned mere middle mind minimum miss missed mistake moment mostly move name namely near
  nearly neat necessary neither never nevertheless nobody none nope nor normal normally noted
  nowhere number obviously odd often older original otherwise ought outside overall part
  particular particularly perfect people person piece place planning plenty plus point pretty previously
  probably proper properly provide pull quick quickly quite rather reach read ready real reason
  recall receive regarding regards regular relate remember remind reply require required respond
  rest return rough roughly round run running safe said saw saying says second seem seems seen
  self send sense sent serious seriously several short shortly side simple simply since single sit
  situation slightly slow small solve sorry sort sound speak specific spend stand state stay step
  stop story straight stuck stupid such suggest suppose supposed sure surely swing swinging talk
  team term terms thank therefore think thinking though thought three through throughout thus tiny
  together told total totally touch toward tried trouble true truly turn twice two type typical
  unless unlike upon useful usual usually various version wait wanted wants way weird welcome
  whether while whole whom whose why wise wish within without wonder word worry worse worth
  wouldnt write wrote yep young yourself sec folk folks dude mate mister buddy quickest hurry
  urgent urgently remaining drop dropping pop popping turning showing showed line lines form
`;

/** The filler words, as stems. */
export const fillerWords: ReadonlySet<string> = new Set(fillerText.trim().split(/\s+/).map(toStem));

interface Phrase {
  readonly concept: Concept;
  readonly stems: readonly string[];
}

/** All phrases, by their first stem. */
const phrases = new Map<string, readonly Phrase[]>();
for (const [concept, list] of Object.entries(synonyms)) {
  for (const phrase of list.split(',')) {
    const stems = splitWords(phrase).map(toStem);
    const [first = ''] = stems;
    phrases.set(first, [...(phrases.get(first) ?? []), { concept: concept as Concept, stems }]);
  }
}

/** Every word of every synonym, as stems. */
export const conceptWords: ReadonlySet<string> = new Set(
  [...phrases.values()].flat().flatMap(({ stems }) => stems),
);

/** Returns the concepts that occur in the words, and the indexes of the words that belong to a concept. */
export function findConcepts(stems: readonly string[]): {
  readonly concepts: ReadonlySet<Concept>;
  readonly matchedIndexes: ReadonlySet<number>;
} {
  const concepts = new Set<Concept>();
  const matchedIndexes = new Set<number>();
  stems.forEach((stem, index) => {
    for (const phrase of phrases.get(stem) ?? []) {
      if (!phrase.stems.every((word, offset) => stems[index + offset] === word)) continue;
      concepts.add(phrase.concept);
      phrase.stems.forEach((_, offset) => matchedIndexes.add(index + offset));
    }
  });
  return { concepts, matchedIndexes };
}
