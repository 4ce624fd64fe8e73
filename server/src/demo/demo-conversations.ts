import type { DemoContext } from './demo-options.ts';
import type { MessageSide } from '@curbwrench/contract/conversations/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoWorld } from './demo-world.ts';
import { loadRows } from './load-rows.ts';
import { createRandom, type Random } from './random.ts';

/** A message: who sent it, how many days ago, at which minute of the day, and its text. */
type DialogueMessage = readonly [from: MessageSide, daysAgo: number, minute: number, text: string];

/** A conversation to write. */
interface Dialogue {
  /** The person who talks with the office; undefined if the demo has fewer people. */
  readonly personId: string | undefined;
  readonly lines: readonly DialogueMessage[];
  /** How many of the last messages the recipient has not read. */
  readonly unread: number;
}

/** Writes a few conversations with the office, some of them unread. */
export async function writeConversations(
  trx: Transaction<Database>,
  world: DemoWorld,
  context: DemoContext,
): Promise<void> {
  const random = createRandom(context.seed, 'conversations');
  for (const { personId, lines, unread } of getDialogues(world)) {
    if (personId === undefined) continue;
    const messages = lines.map(([from, daysAgo, minute, text], index) => ({
      person_id: personId,
      number: index + 1,
      author_id: from === 'person' ? personId : getOfficeAuthor(world, personId),
      client_id: createUuid(random),
      text,
      sent_at: context.toInstant(addDays(context.local.date, -daysAgo), minute),
    }));
    const getLastNumber = (side: MessageSide) => lines.findLastIndex(([from]) => from === side) + 1;
    const getLastRead = (side: MessageSide) =>
      lines.at(-1)?.[0] === side ? lines.length : lines.length - unread;
    await loadRows(trx, 'conversations', [
      {
        person_id: personId,
        last_number: lines.length,
        last_person_number: getLastNumber('person'),
        last_office_number: getLastNumber('office'),
        person_last_read_number: getLastRead('person'),
        office_last_read_number: getLastRead('office'),
        last_at: messages.at(-1)?.sent_at ?? context.now,
      },
    ]);
    await loadRows(trx, 'messages', messages);
  }
}

function getDialogues({ demoCustomer, customers }: DemoWorld): readonly Dialogue[] {
  return [
    {
      personId: demoCustomer?.id,
      unread: 1,
      lines: [
        ['person', 3, 615, 'Hello! Can you do the next service at my office instead of at home?'],
        [
          'office',
          3,
          640,
          'Sure! Enter the office address in the booking, and add a note about parking.',
        ],
        ['person', 1, 982, "Thank you. It's a garage, level 2. Is the van too tall for it?"],
        [
          'office',
          1,
          1005,
          "The van needs 7 ft 3 in. If that's tight, any spot on the street works.",
        ],
      ],
    },
    {
      personId: demoAccountIds.mechanic,
      unread: 1,
      lines: [
        ['office', 1, 1011, 'Please bring the battery tester back to the shop tonight.'],
        ['person', 1, 1049, "Will do. I'm also out of 5W-30 after today."],
      ],
    },
    {
      personId: customers[7]?.id,
      unread: 2,
      lines: [
        ['person', 1, 1060, 'Hi, I have to leave earlier than I thought.'],
        ['person', 1, 1062, 'Could the mechanic come an hour earlier than we booked?'],
      ],
    },
    {
      personId: customers[31]?.id,
      unread: 0,
      lines: [
        ['person', 4, 700, 'Do you also work on hybrids?'],
        [
          'office',
          4,
          724,
          'We do: oil, brakes, tires and the 12-volt battery. For the hybrid battery itself, please see your dealer.',
        ],
        ['person', 4, 731, 'Good to know, thanks!'],
      ],
    },
    {
      personId: customers[58]?.id,
      unread: 0,
      lines: [
        ['person', 6, 1090, 'Starts on the first try again. Thank you for coming so quickly!'],
      ],
    },
  ];
}

/** Returns who writes to this person for the office: an advisor to customers, an admin to the demo mechanic. */
function getOfficeAuthor({ advisorIds }: DemoWorld, personId: string): string {
  const [advisor = demoAccountIds.admin] = advisorIds;
  return personId === demoAccountIds.mechanic ? demoAccountIds.admin : advisor;
}

/** Returns a version 4 UUID made from the generator's random numbers. */
function createUuid(random: Random): string {
  const hex = (length: number) => random.text(length, '0123456789abcdef');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
