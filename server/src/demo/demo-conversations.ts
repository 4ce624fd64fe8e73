import type { MessageSide } from '@curbwrench/contract/conversations/schemas';
import { addDays } from '@curbwrench/contract/fields/calendar';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Present } from './appointment-story.ts';
import { demoAccountIds } from './demo-accounts.ts';
import type { DemoWorld } from './demo-world.ts';
import { loadRows } from './load-rows.ts';
import { randomFrom, type Random } from './random.ts';

/** A message of one side: how many days ago, at which minute of the day. */
type Line = readonly [from: MessageSide, daysAgo: number, minute: number, text: string];

interface Dialogue {
  /** Undefined if the demo has no such person. */
  readonly personId: string | undefined;
  readonly lines: readonly Line[];
  /** How many of the last ones the recipient has not read. */
  readonly unread: number;
}

/** Writes a few conversations with the office, some of them unread. */
export async function writeConversations(
  trx: Transaction<Database>,
  world: DemoWorld,
  present: Present,
): Promise<void> {
  const random = randomFrom(present.seed, 'conversations');
  for (const { personId, lines, unread } of dialogues(world)) {
    if (personId === undefined) continue;
    const messages = lines.map(([from, daysAgo, minute, text], at) => ({
      person_id: personId,
      number: at + 1,
      author_id: from === 'person' ? personId : officeOf(world, personId),
      client_id: uuid(random),
      text,
      sent_at: present.clock(addDays(present.local.date, -daysAgo), minute),
    }));
    const lastOf = (side: MessageSide) => lines.findLastIndex(([from]) => from === side) + 1;
    const readUpTo = (side: MessageSide) =>
      lines.at(-1)?.[0] === side ? lines.length : lines.length - unread;
    await loadRows(trx, 'conversations', [
      {
        person_id: personId,
        last_number: lines.length,
        last_person_number: lastOf('person'),
        last_office_number: lastOf('office'),
        person_read: readUpTo('person'),
        office_read: readUpTo('office'),
        last_at: messages.at(-1)?.sent_at ?? present.now,
      },
    ]);
    await loadRows(trx, 'messages', messages);
  }
}

function dialogues({ demoCustomer, customers }: DemoWorld): readonly Dialogue[] {
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
          'Yes, gladly. Put the address of the office into the booking, and a word about parking into the notes.',
        ],
        ['person', 1, 982, "Thank you. It's a garage, level 2. Is the van too tall for it?"],
        ['office', 1, 1005, 'It needs 2.2 m. If that is tight, any spot on the street will do.'],
      ],
    },
    {
      personId: demoAccountIds.mechanic,
      unread: 1,
      lines: [
        ['office', 1, 1011, 'Please bring the battery tester back to the yard tonight.'],
        ['person', 1, 1049, "Will do. I'm also out of 5W-30 after today."],
      ],
    },
    {
      personId: customers[7]?.id,
      unread: 2,
      lines: [
        ['person', 1, 1060, 'Hi, I have to leave earlier than I thought.'],
        ['person', 1, 1062, 'Could the mechanic come an hour before the time we booked?'],
      ],
    },
    {
      personId: customers[31]?.id,
      unread: 0,
      lines: [
        ['person', 4, 700, 'Do you also look after hybrids?'],
        [
          'office',
          4,
          724,
          'We do: oil, brakes, tires and the 12-volt battery. The drive battery itself is for the dealer.',
        ],
        ['person', 4, 731, 'Good to know, thanks!'],
      ],
    },
    {
      personId: customers[58]?.id,
      unread: 0,
      lines: [['person', 6, 1090, 'Starts at the first turn again. Thank you for coming so soon!']],
    },
  ];
}

/** Returns who answers for the office: an advisor a customer, an admin a mechanic. */
function officeOf({ advisorIds }: DemoWorld, personId: string): string {
  const [advisor = demoAccountIds.admin] = advisorIds;
  return personId === demoAccountIds.mechanic ? demoAccountIds.admin : advisor;
}

/** Returns a UUID in the format of version 4, the same each time. */
function uuid(random: Random): string {
  const hex = (length: number) => random.text(length, '0123456789abcdef');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
