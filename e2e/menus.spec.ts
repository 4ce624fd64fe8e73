import { expect, type Page } from '@playwright/test';
import { test } from './sandbox.ts';

test('a customer navigates on a phone and logs out @screens.menus', async ({ sandbox }) => {
  const page = await sandbox.openAs('customer', { viewport: { width: 360, height: 800 } });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Bookings', 'Services', 'Profile']);
  for (const [link, heading] of [
    ['Bookings', 'Appointments'],
    ['Services', 'Services'],
    ['Profile', 'Settings'],
    ['Home', 'Dashboard'],
  ] as const) {
    await bar.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(bar.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
  }
  const initials = page.getByRole('button', { name: 'Your account: Casey Morgan' });
  await expect(initials).toHaveText('CM');
  await initials.click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  await expect(account).toContainText('Customer');
  sandbox.expectEndedSessions();
  await account.getByRole('link', { name: 'Log out' }).click();
  await expect(
    page.getByText('Professional mobile mechanic services - we come to you!'),
  ).toBeVisible();
});

const menus = {
  customer: ['Dashboard', 'Appointments', 'Services', 'Service Areas', 'Payments', 'Settings'],
  mechanic: [
    'Dashboard',
    'Appointments',
    'Job Map',
    'Services',
    'Service Areas',
    'Payments',
    'Settings',
  ],
  advisor: [
    'Dashboard',
    'Appointments',
    'Mechanics',
    'Service Advisor',
    'Services',
    'Service Areas',
    'Payments',
    'Settings',
    'Customers',
    'Team schedule',
    'Plans',
    'Reviews',
    'Message log',
  ],
  admin: [
    'Dashboard',
    'Appointments',
    'Mechanics',
    'Services',
    'Service Areas',
    'Payments',
    'Settings',
    'Dispatch board',
    'Customers',
    'Team schedule',
    'Plans',
    'Reviews',
    'People',
    'Message log',
    'Account emails',
    'Audit trail',
  ],
} as const;

/** The initials, name and role of each signed-in person in the sidebar. */
const people = {
  customer: ['CM', 'Casey Morgan', 'Customer'],
  mechanic: ['MB', 'Marcus Bell', 'Mechanic'],
  advisor: ['AC', 'Avery Cole', 'Service Advisor'],
  admin: ['DW', 'Dana Whitaker', 'Admin'],
} as const;

test('each role has its own menu on a desktop, and every entry leads to a page @screens.menus @screens.titles', async ({
  sandbox,
}) => {
  for (const role of ['customer', 'mechanic', 'advisor', 'admin'] as const) {
    const page = await sandbox.openWithSession(sandbox.people[role]);
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link'), role).toHaveText([...menus[role]]);
    const sidebar = page.getByRole('complementary');
    const [initials, ...nameAndRole] = people[role];
    await expect(sidebar.getByText(initials, { exact: true })).toBeVisible();
    await expect(sidebar.getByRole('paragraph')).toHaveText(nameAndRole);
    await expect(sidebar.getByRole('link', { name: 'Log out' })).toHaveAttribute(
      'href',
      '/api/logout',
    );
    for (const entry of menus[role]) {
      await menu.getByRole('link', { name: entry, exact: true }).click();
      // An advisor's dashboard is the board, Service Advisor.
      const currentEntry = role === 'advisor' && entry === 'Dashboard' ? 'Service Advisor' : entry;
      await expect(
        menu.getByRole('link', { name: currentEntry, exact: true }),
        `${role}: ${entry}`,
      ).toHaveAttribute('aria-current', 'page');
      await expect(menu.locator('[aria-current=page]'), `${role}: ${entry}`).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404 Page Not Found');
      // The title names the page, and not just the settings that it is part of.
      if (entry === 'People') await expect(page).toHaveTitle('People · Settings · Curbwrench');
    }
    await page.context().close();
  }
});

test('choosing a theme other than the device’s also changes the color of the browser’s toolbar', async ({
  sandbox,
}) => {
  const page = await sandbox.openAs('admin', { colorScheme: 'light' });
  const paper = { light: 'rgb(247, 243, 234)', dark: 'rgb(18, 23, 29)' };
  const expectTheme = async (theme: keyof typeof paper) => {
    await expect(page.locator('body')).toHaveCSS('background-color', paper[theme]);
    await expect.poll(() => readThemeColor(page)).toBe(paper[theme]);
  };
  await expectTheme('light');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expectTheme('dark');
  await page.reload();
  await expectTheme('dark');
  await page.getByRole('button', { name: 'System theme' }).click();
  await expectTheme('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme('dark');
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expectTheme('light');
});

/** Returns the theme color that the browser uses for its toolbar: the first whose media query matches. */
function readThemeColor(page: Page): Promise<string> {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const probe = document.createElement('i');
    probe.style.color = metas.find(({ media }) => matchMedia(media).matches)?.content ?? '';
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  });
}
