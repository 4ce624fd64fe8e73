import type { Role } from '@curbwrench/contract/roles';
import { Navigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DashboardSkeleton } from '../features/layout/dashboard-skeleton.tsx';
import { useShownRole } from '../features/session/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';

const CustomerDashboard = lazyComponent(
  async () => (await import('./dashboards/customer-dashboard.tsx')).CustomerDashboard,
);
const MechanicDashboard = lazyComponent(
  async () => (await import('./dashboards/mechanic-dashboard.tsx')).MechanicDashboard,
);
const AdminDashboard = lazyComponent(
  async () => (await import('./dashboards/admin-dashboard.tsx')).AdminDashboard,
);
const AdvisorView = lazyComponent(
  async () => (await import('./dispatch/advisor-view.tsx')).AdvisorView,
);

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
          <Navigate to={paths.serviceAdvisor} replace />
          <AdvisorView />
        </>
      )}
    </Suspense>
  );
}
