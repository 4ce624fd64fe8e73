import type { Page } from '@playwright/test';
import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Screen } from './screen.ts';

/** The board of a business five times as large as the demo's: about 40 mechanics and 120 jobs. */
export const busyDayScreens: readonly Screen[] = [
  {
    name: 'board-many-mechanics',
    path: '/service-advisor?view=board',
    arrange: multiplyMechanics,
    alsoWide: true,
  },
];

const copies = [0, 1, 2, 3, 4];

/** Shows each mechanic of the board, and their jobs, several times. */
async function multiplyMechanics(page: Page): Promise<void> {
  await page.route(/\/api\/board\?/, async (route) => {
    const response = await route.fetch();
    const day = (await response.json()) as BoardDay;
    const copyId = (id: string, copy: number) => (copy === 0 ? id : `${id}-${copy}`);
    const busyDay: BoardDay = {
      ...day,
      mechanics: copies.flatMap((copy) =>
        day.mechanics.map((mechanic) => ({ ...mechanic, id: copyId(mechanic.id, copy) })),
      ),
      appointments: copies.flatMap((copy) =>
        day.appointments.map((appointment) => ({
          ...appointment,
          id: appointment.id + copy * 10_000,
          mechanicId: appointment.mechanicId && copyId(appointment.mechanicId, copy),
        })),
      ),
    };
    await route.fulfill({ response, json: busyDay });
  });
}
