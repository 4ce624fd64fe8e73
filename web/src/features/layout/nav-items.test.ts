import { roles } from '@curbwrench/contract/roles';
import { describe, expect, it } from 'vitest';
import { bottomBarItems, sidebarItems } from './nav-items.ts';

const words = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('the menus', () => {
  it('list only pages that exist, and the advisor page to service advisors alone', () => {
    for (const role of roles) {
      expect(words(sidebarItems(role))).toEqual(
        role === 'service_advisor'
          ? ['Dashboard', 'Appointments', 'Service Advisor', 'Settings']
          : ['Dashboard', 'Appointments', 'Settings'],
      );
      expect(words(bottomBarItems(role))).toEqual(['Home', 'Bookings', 'Profile']);
    }
  });

  it('bring a service advisor home to the advisor page', () => {
    expect(bottomBarItems('service_advisor')[0]?.to).toBe('/service-advisor');
    expect(bottomBarItems('customer')[0]?.to).toBe('/');
  });
});
