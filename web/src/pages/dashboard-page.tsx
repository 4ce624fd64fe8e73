import type { Role } from '@curbwrench/contract/roles';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { DashboardSkeleton } from '../features/layout/dashboard-skeleton.tsx';
import { useShownRole } from '../features/session/queries.ts';
import { lazyPage } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';

const CustomerDashboard = lazyPage(
  async () => (await import('./dashboards/customer-dashboard.tsx')).CustomerDashboard,
);
const MechanicDashboard = lazyPage(
  async () => (await import('./dashboards/mechanic-dashboard.tsx')).MechanicDashboard,
);
const AdminDashboard = lazyPage(
  async () => (await import('./dashboards/admin-dashboard.tsx')).AdminDashboard,
);
const AdvisorView = lazyPage(async () => (await import('./dispatch/advisor-view.tsx')).AdvisorView);

const dashboards: Record<Role, typeof CustomerDashboard> = {
  customer: CustomerDashboard,
  mechanic: MechanicDashboard,
  service_advisor: AdvisorView,
  admin: AdminDashboard,
};

/** Fetches the dashboard of a role, if it is known yet whose is wanted. */
export async function preloadDashboard(role: Role | undefined): Promise<void> {
  if (role !== undefined) await dashboards[role].preload();
}

/** The first page, by role (spec section 2). Each role loads only its own. */
export function DashboardPage() {
  const role = useShownRole();
  return (
    <Suspense fallback={<DashboardSkeleton />}>
      {role === 'customer' && <CustomerDashboard />}
      {role === 'mechanic' && <MechanicDashboard />}
      {role === 'admin' && <AdminDashboard />}
      {role === 'service_advisor' && (
        <>
          <LedToAdvisorPage />
          <AdvisorView />
        </>
      )}
    </Suspense>
  );
}

/** Leads on once the page there is at hand: until then the advisor view stands here. */
function LedToAdvisorPage() {
  const router = useRouter();
  useEffect(() => {
    let isHere = true;
    const lead = async () => {
      await router.preloadRoute({ to: paths.serviceAdvisor });
      if (isHere) await router.navigate({ to: paths.serviceAdvisor, replace: true });
    };
    void lead();
    return () => {
      isHere = false;
    };
  }, [router]);
  return null;
}
