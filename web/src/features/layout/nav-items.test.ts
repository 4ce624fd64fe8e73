import { roles } from '@curbwrench/contract/roles';
import { describe, expect, it } from 'vitest';
import { bottomBarItems, sidebarItems } from './nav-items.ts';

const words = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('the menus', () => {
  it('list each role its pages, in the order of the specification', () => {
    expect(words(sidebarItems('customer'))).toEqual(['Dashboard', 'Appointments', 'Settings']);
    expect(words(sidebarItems('mechanic'))).toEqual([
      'Dashboard',
      'Appointments',
      'Job Map',
      'Settings',
    ]);
    expect(words(sidebarItems('service_advisor'))).toEqual([
      'Dashboard',
      'Appointments',
      'Mechanics',
      'Service Advisor',
      'Settings',
    ]);
    expect(words(sidebarItems('admin'))).toEqual([
      'Dashboard',
      'Appointments',
      'Mechanics',
      'Settings',
    ]);
    for (const role of roles) {
      expect(words(bottomBarItems(role))).toEqual(['Home', 'Bookings', 'Profile']);
    }
  });

  it('bring a service advisor home to the advisor page', () => {
    expect(bottomBarItems('service_advisor')[0]?.to).toBe('/service-advisor');
    expect(bottomBarItems('customer')[0]?.to).toBe('/');
  });
});
