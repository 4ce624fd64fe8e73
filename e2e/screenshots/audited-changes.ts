import type { BusinessSettingsReply } from '@curbwrench/contract/business/schemas';
import type { TeamWeek, WorkingTimeReply } from '@curbwrench/contract/working-time/schemas';
import { demoPeople } from '@curbwrench/testing/demo-day';
import { makePng, toDataUrl } from '@curbwrench/testing/png';
import { openSession } from '@curbwrench/testing/builders';
import type { TestApp } from '@curbwrench/testing/start-app';

const mechanicUrl = `/api/mechanics/${demoPeople.mechanic}`;

/** Changes the settings, the logo and working hours as an admin, so that the audit trail has entries about them. */
export async function makeAuditedChanges(app: TestApp): Promise<void> {
  const headers = await openSession(app, demoPeople.admin);
  const read = async <Reply>(url: string) =>
    (await app.server.inject({ url, headers })).json<Reply>();
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
    const response = await app.server.inject({
      method,
      url,
      headers,
      ...(body && { payload: body }),
    });
    if (response.statusCode >= 300) throw new Error(`${method} ${url} returned ${response.body}`);
    return response;
  };
  /** Saves a change to working hours, and accepts that it strands appointments. */
  const saveAndStrand = async (url: string, body: object) => {
    const { stranded } = (await send('POST', url, body)).json<WorkingTimeReply>();
    if (stranded.length === 0) return;
    await send('POST', url, { ...body, accepted: stranded.map(({ id }) => id) });
  };

  const {
    isTimeZoneFixed: _zone,
    isCurrencyFixed: _currency,
    ...settings
  } = await read<BusinessSettingsReply>('/api/business/settings');
  const businessHours = settings.businessHours.map((hours, weekday) =>
    weekday === 6 ? { opens: '08:00', closes: '12:00' } : hours,
  );
  const saveSettings = async (change: object, version: number) =>
    send('PATCH', '/api/business/settings', {
      ...settings,
      ...change,
      version,
      confirmOutside: true,
    });
  await saveSettings({ businessHours }, settings.version);
  await saveSettings({ businessHours, noticeHours: 4 }, settings.version + 1);
  await saveSettings(
    { landingHeadline: 'We fix your car where it is parked', bufferMinutes: 15 },
    settings.version + 2,
  );
  const logo = toDataUrl('image/png', makePng({ width: 64, height: 64 }));
  await send('PATCH', '/api/business/logo', { logo });

  const { people } = await read<TeamWeek>('/api/team/week?date=2026-03-03');
  const member = people.find(({ id }) => id === demoPeople.mechanic);
  const currentHours = member?.weeklyHours ?? [];
  const hours = currentHours.map((day, weekday) =>
    weekday === 5 ? [{ startTime: '08:00', endTime: '17:00' }] : day,
  );
  await saveAndStrand(`${mechanicUrl}/weekly-hours`, { before: currentHours, hours });
  await saveAndStrand(`${mechanicUrl}/day-hours`, {
    date: '2026-03-28',
    hours: [{ startTime: '09:00', endTime: '13:00' }],
    before: null,
  });
  await saveAndStrand(`${mechanicUrl}/skills`, {
    before: member?.skills ?? [],
    skills: [...(member?.skills ?? []), 'Hybrids'],
  });
  await saveAndStrand(`${mechanicUrl}/time-off`, {
    startDate: '2026-03-30',
    startTime: '12:00',
    endDate: '2026-03-31',
    endTime: '18:00',
    reason: 'Dentist',
  });
  await saveAndStrand('/api/holidays', { date: '2026-04-03', name: 'Company Day' });
  await send('POST', `${mechanicUrl}/sick-today`);
  await send('DELETE', `${mechanicUrl}/sick-today`);
}
