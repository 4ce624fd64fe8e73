import type { Breakage } from './breakage.ts';

const commands = 'server/dist/commands';
const db = 'server/dist/db';

/** Rules of accounts, jobs on the road, conversations and bells that the campaign of histories knows. */
export const peopleBreakages: readonly Breakage[] = [
  {
    name: 'goes-with-open-jobs',
    what: 'an account may be deleted while appointments of it are open',
    campaigns: ['histories'],
    patches: [
      {
        file: `${commands}/delete-account.js`,
        from: 'const open = whyOpen(await openAppointmentsOf(trx, userId));',
        to: 'const open = null;',
      },
    ],
  },
  {
    name: 'plates-stay',
    what: 'plates outlive the account they belong to',
    campaigns: ['histories'],
    patches: [{ file: `${db}/erasure-changes.js`, from: 'plate_number = null, ', to: '' }],
  },
  {
    name: 'quarrels-stay',
    what: 'why a mechanic gave a job back outlives their account',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/erasure-changes.js`,
        from: "where kind = 'declined' and actor_id = ${id}",
        to: 'where false',
      },
    ],
  },
  {
    name: 'words-stay',
    what: 'messages outlive the account of who wrote them',
    campaigns: ['histories'],
    patches: [{ file: `${db}/erasure-changes.js`, from: 'await eraseWords(trx, id);', to: '' }],
  },
  {
    name: 'plan-outlives',
    what: "a plan outlives its customer's account",
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/erasure-changes.js`,
        from: 'where customer_id = ${id} and ended_at is null',
        to: 'where false',
      },
    ],
  },
  {
    name: 'position-stays',
    what: 'who stops working as a mechanic is still shown where they were',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/mechanic-changes.js`,
        from: '.set({ active: false, available: false, ...noPosition })',
        to: '.set({ active: false, available: false })',
      },
    ],
  },
  {
    name: 'followed-home',
    what: 'a customer sees where the mechanic was before they set out',
    campaigns: ['histories'],
    patches: [
      {
        file: 'server/dist/domain/journey.js',
        from: 'return happened.started && position.at >= happened.started ? position : null;',
        to: 'return position;',
      },
    ],
  },
  {
    name: 'arrives-twice',
    what: 'a mechanic arrives at a job as often as they say so',
    campaigns: ['histories'],
    patches: [{ file: `${commands}/note-arrival.js`, from: 'if (twice)', to: 'if (false)' }],
  },
  {
    name: 'said-again',
    what: 'a message that is sent again is refused',
    campaigns: ['histories'],
    patches: [{ file: `${commands}/send-message.js`, from: 'if (earlier) {', to: 'if (false) {' }],
  },
  {
    name: 'said-to-nobody',
    what: 'a message is taken for somebody who can come in no more',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/conversation-changes.js`,
        from: 'u.active and u.deleted_at is null and ${mayWriteToOffice} as "canReceive"',
        to: 'true as "canReceive"',
      },
    ],
  },
  {
    name: 'mark-goes-back',
    what: 'reading an old message makes newer ones unread',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/conversation-changes.js`,
        from: 'and ${mark} < ${number} and last_number',
        to: 'and last_number',
      },
    ],
  },
  {
    name: 'bell-rings-on',
    what: 'a conversation that was read stays under the bell',
    campaigns: ['histories'],
    patches: [{ file: `${commands}/mark-read.js`, from: "mark === 'all read'", to: 'false' }],
  },
  {
    name: 'rings-oneself',
    what: 'whoever did something is told of it too',
    campaigns: ['histories'],
    patches: [
      {
        file: 'server/src/db/migrations/0022_bells_by_id.sql',
        from: "where id is distinct from notice ->> 'by'",
        to: '',
      },
    ],
  },
  {
    name: 'reads-the-whole-bell',
    what: 'reading some lines of the bell marks all of them',
    campaigns: ['histories'],
    patches: [
      {
        file: `${db}/notification-changes.js`,
        from: 'and id between ${stretch.from} and ${stretch.to}',
        to: '',
      },
    ],
  },
  {
    name: 'texts-anyway',
    what: 'a saved preference is not kept as it was sent',
    campaigns: ['histories'],
    patches: [
      { file: `${db}/notification-changes.js`, from: 'sms: wanted.sms,', to: 'sms: true,' },
    ],
  },
];
