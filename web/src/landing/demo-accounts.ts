import type { DemoAccount } from '@curbwrench/contract/people';
import { CarFront, ChartNoAxesColumn, ClipboardList, Wrench, type LucideIcon } from 'lucide-react';

/** The landing page's four demo buttons. */
export const demoAccounts: readonly {
  account: DemoAccount;
  label: string;
  text: string;
  Icon: LucideIcon;
}[] = [
  { account: 'customer', label: 'Customer', text: 'Book a service and follow it.', Icon: CarFront },
  { account: 'mechanic', label: 'Mechanic', text: "Work through today's jobs.", Icon: Wrench },
  { account: 'advisor', label: 'Advisor', text: 'Give each job a mechanic.', Icon: ClipboardList },
  { account: 'admin', label: 'Admin', text: 'See how the day goes.', Icon: ChartNoAxesColumn },
];
