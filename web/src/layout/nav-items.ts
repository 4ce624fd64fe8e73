import type { Role } from '@curbwrench/contract/people/roles';
import {
  BadgePercent,
  CalendarDays,
  ClipboardList,
  Contact,
  CreditCard,
  House,
  Map,
  Mail,
  MapPinned,
  ScrollText,
  Send,
  Settings,
  Star,
  UserRound,
  Users,
  UsersRound,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '../paths.ts';

export interface NavItem {
  readonly to: (typeof paths)[keyof typeof paths];
  /** The tab to open on the page. */
  readonly search?: { readonly tab: 'people' };
  readonly label: string;
  readonly Icon: LucideIcon;
}

const dashboard: NavItem = { to: paths.dashboard, label: 'Dashboard', Icon: House };
const appointments: NavItem = {
  to: paths.appointments,
  label: 'Appointments',
  Icon: CalendarDays,
};
const serviceAdvisor: NavItem = {
  to: paths.serviceAdvisor,
  label: 'Service Advisor',
  Icon: ClipboardList,
};

const serviceAreas: NavItem = { to: paths.serviceAreaMap, label: 'Service Areas', Icon: MapPinned };
const services: NavItem = { to: paths.services, label: 'Services', Icon: Wrench };
const payments: NavItem = { to: paths.payments, label: 'Payments', Icon: CreditCard };
const settings: NavItem = { to: paths.settings, label: 'Settings', Icon: Settings };

const mechanics: NavItem = { to: paths.mechanics, label: 'Mechanics', Icon: Users };
const jobMap: NavItem = { to: paths.map, label: 'Job Map', Icon: Map };

const customers: NavItem = { to: paths.customers, label: 'Customers', Icon: Contact };
const team: NavItem = { to: paths.team, label: 'Team schedule', Icon: UsersRound };
const plans: NavItem = { to: paths.subscriptionPlans, label: 'Plans', Icon: BadgePercent };
const reviews: NavItem = { to: paths.reviews, label: 'Reviews', Icon: Star };
const board: NavItem = { ...serviceAdvisor, label: 'Dispatch board' };
const people: NavItem = {
  to: paths.settings,
  search: { tab: 'people' },
  label: 'People',
  Icon: UserRound,
};
const mail: NavItem = { to: paths.mail, label: 'Account emails', Icon: Mail };
const messageLog: NavItem = { to: paths.messageLog, label: 'Message log', Icon: Send };
const audit: NavItem = { to: paths.audit, label: 'Audit trail', Icon: ScrollText };

/** The items in menu order; items without `roles` are for everyone. */
const sidebar: readonly { readonly item: NavItem; readonly roles?: readonly Role[] }[] = [
  { item: dashboard },
  { item: appointments },
  // The link is shown to advisors, but the page itself is restricted to admins.
  { item: mechanics, roles: ['admin', 'service_advisor'] },
  { item: serviceAdvisor, roles: ['service_advisor'] },
  { item: jobMap, roles: ['mechanic'] },
  { item: services },
  { item: serviceAreas },
  { item: payments },
  { item: settings },
];

/** Returns the sidebar's links for a role. */
export function sidebarItems(role: Role): readonly NavItem[] {
  return sidebar.filter((entry) => entry.roles?.includes(role) ?? true).map(({ item }) => item);
}

/** Returns the links in the sidebar's office section, which only advisors and admins have. */
export function officeItems(role: Role): readonly NavItem[] {
  if (role === 'service_advisor') return [customers, team, plans, reviews, messageLog];
  return role === 'admin'
    ? [board, customers, team, plans, reviews, people, messageLog, mail, audit]
    : [];
}

/**
 * Returns the bottom bar's links on a phone, with shorter labels. A service advisor's home is the page
 * that their dashboard redirects to, so that it can be marked as current.
 */
export function bottomBarItems(role: Role): readonly NavItem[] {
  const home = role === 'service_advisor' ? paths.serviceAdvisor : paths.dashboard;
  return [
    { ...dashboard, to: home, label: 'Home' },
    { ...appointments, label: 'Bookings' },
    services,
    { ...settings, label: 'Profile', Icon: UserRound },
  ];
}
