import type { Breakage } from './breakage.ts';

/** What the campaign of permissions must catch. */
export const permissionBreakages: readonly Breakage[] = [
  {
    name: 'missing-policy',
    what: 'a call has no policy: the start itself must refuse it',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'contract/dist/call-access.js',
        from: "getStats: 'stats.read',",
        to: '',
      },
    ],
  },
  {
    name: 'unguarded-call',
    what: 'the guard is skipped for one call',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/routes/call.js',
        from: 'const guarded = await guard(',
        to: "const guarded = name === 'getStats' ? accepted({ reader: null, reach: 'all' }) : await guard(",
      },
    ],
  },
  {
    name: 'loose-row',
    what: 'a row of the table lets advisors see all people, not customers only',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'contract/dist/access.js',
        from: "'users.list': row('none', 'none', 'none', 'customers', 'all')",
        to: "'users.list': row('none', 'none', 'none', 'all', 'all')",
      },
    ],
  },
  {
    name: 'loose-payments',
    what: "a row of the table claims all payments for customers, though the query keeps to one's own",
    campaigns: ['permissions'],
    patches: [
      {
        file: 'contract/dist/access.js',
        from: "'payments.read': row('none', 'own'",
        to: "'payments.read': row('none', 'all'",
      },
    ],
  },
  {
    name: 'no-scope',
    what: "a customer's query of appointments is not kept to their own",
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/db/appointments.js',
        from: '? sql `a.customer_id = ${scope.id}`',
        to: '? sql `true`',
      },
    ],
  },
  {
    name: 'mechanics-see-all',
    what: 'mechanics have the scope of those who dispatch',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/db/scopes.js',
        from: 'if (dispatches(reader.role))',
        to: "if (dispatches(reader.role) || reader.role === 'mechanic')",
      },
    ],
  },
  {
    name: 'deactivated-comes-in',
    what: 'a deactivated person is let in',
    campaigns: ['permissions'],
    patches: [{ file: 'server/dist/db/sessions.js', from: ' and u.active', to: '' }],
  },
  {
    name: 'expired-comes-in',
    what: 'a session that is over opens',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/db/sessions.js',
        from: "s.token = ${placeOf('token')} and s.expires_at > ${placeOf('now')}",
        to: "s.token = ${placeOf('token')}",
      },
    ],
  },
  {
    name: 'tells-others-apart',
    what: 'somebody out of reach answers otherwise than somebody who is not there',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/routes/users.js',
        from: "return refused('not_found', 'There is no such person.');",
        to: `return refused(
                (await findUser(db, { kind: 'all' }, params.id)) ? 'not_allowed' : 'not_found',
                'There is no such person.');`,
      },
    ],
  },
  {
    name: 'whole-mechanic',
    what: 'a customer is told all there is of the mechanic who comes',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/routes/mechanics.js',
        from: "scope.kind === 'of_own_appointment' ? presentMechanicSummary(row) : presentMechanic(row)",
        to: 'presentMechanic(row)',
      },
    ],
  },
  {
    name: 'unguarded-route',
    what: 'a route beside the contract names a policy that nobody asks: the start must refuse it',
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/routes/mechanics.js',
        from: 'const db = context.store.kysely;',
        to: "const db = context.store.kysely; app.get('/api/leak', { config: { access: 'people' } }, async () => ({}));",
      },
    ],
  },
  {
    name: 'tells-addresses',
    what: "a mechanic is told a customer's e-mail address",
    campaigns: ['permissions'],
    patches: [
      {
        file: 'server/dist/routes/users.js',
        from: "reader.role === 'mechanic' ? { ...user, email: null } : user",
        to: 'user',
      },
    ],
  },
];
