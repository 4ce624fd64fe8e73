import { Navigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useShownRole } from '../features/session/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';

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

/** A heading, four figures and two columns: the shape of every dashboard. */
export function DashboardSkeleton() {
  return (
    <LoadingRegion label="Loading your dashboard">
      <Skeleton className="h-9 w-52" />
      <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-24" />
        ))}
      </div>
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </LoadingRegion>
  );
}
