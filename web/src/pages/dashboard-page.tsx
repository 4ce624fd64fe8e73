import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import { Suspense, use } from 'react';
import { lazyPage, type LoaderArguments } from '../api/lazy-page.ts';
import { DashboardSkeleton } from '../layout/dashboard-skeleton.tsx';
import { getEffectiveRole, SignedInUser, useMechanicView } from '../session/queries.ts';

/** The home page of each role, loaded only for that role. An advisor is redirected to the board. */
const homePages = {
  visitor: lazyPage(() => import('../landing/landing-page.tsx'), 'LandingPage'),
  customer: lazyPage(() => import('../dashboards/customer-dashboard.tsx'), 'CustomerDashboard'),
  mechanic: lazyPage(() => import('../dashboards/mechanic-dashboard.tsx'), 'MechanicDashboard'),
  admin: lazyPage(() => import('../dashboards/admin-dashboard.tsx'), 'AdminDashboard'),
  service_advisor: null,
} satisfies Record<Role | 'visitor', ReturnType<typeof lazyPage> | null>;

/** Fetches the code of a person's home page. */
export async function preloadHomePage(user: SessionUser | null): Promise<void> {
  await homePages[user ? getEffectiveRole(user) : 'visitor']?.component.preload?.();
}

/** Fetches the code of the person's home page, and starts its queries. */
export async function loadDashboard(request: LoaderArguments): Promise<void> {
  const { user } = request.context;
  const page = homePages[user ? getEffectiveRole(user) : 'visitor'];
  await Promise.all([preloadHomePage(user), page?.loader(request)]);
}

/** Renders the landing page for visitors, or the home page for the user's role. */
export function DashboardPage() {
  const user = use(SignedInUser);
  const isMechanic = useMechanicView().isOn;
  const Page = homePages[user ? (isMechanic ? 'mechanic' : user.role) : 'visitor']?.component;
  return (
    <Suspense fallback={<DashboardSkeleton />}>{Page ? <Page /> : <DashboardSkeleton />}</Suspense>
  );
}
