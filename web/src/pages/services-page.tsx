import type { Service } from '@curbwrench/contract/services/schemas';
import { Plus, Wrench } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessageWithStatus, getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMechanics } from '../mechanics/queries.ts';
import { servicesQuery, useDeleteService, useServices } from '../services/queries.ts';
import { ServiceCard } from '../services/service-card.tsx';
import { ServiceInfo } from '../services/service-info.tsx';
import { useViewer } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog, LazyPart } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';

// Only admins open these dialogs.
const ServiceDialog = lazyComponent(
  async () => (await import('../services/service-dialog.tsx')).ServiceDialog,
);
const ConfirmDialog = lazyComponent(
  async () => (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
);

const PlansTeaser = lazyComponent(
  async () => (await import('../plans/plans-teaser.tsx')).PlansTeaser,
);

const PlanNote = lazyComponent(async () => (await import('../plans/plan-note.tsx')).PlanNote);

/** The dialog open over the list. */
type OpenDialog =
  | { readonly kind: 'edit'; readonly service: Service | null }
  | DeleteDialogState
  | null;
interface DeleteDialogState {
  readonly kind: 'delete';
  readonly service: Service;
}

export const loader: PageLoader = ({ read }) => read(servicesQuery);

/** Lists the services, for visitors too. Everyone except mechanics can book them; admins can edit them. */
export function ServicesPage() {
  const role = useViewer()?.role;
  const query = useServices();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const close = () => setOpenDialog(null);
  const isAdmin = role === 'admin';
  const add = isAdmin && (
    <Button
      variant="primary"
      icon={<Plus className="size-5" aria-hidden />}
      onPointerEnter={() => void ServiceDialog.preload()}
      onClick={() => setOpenDialog({ kind: 'edit', service: null })}
    >
      Add Service
    </Button>
  );
  return (
    <>
      <PageHeading
        title="Services"
        subtitle="The services we offer, wherever your car is."
        action={add}
      />
      <Loaded
        query={query}
        skeleton={<CardSkeletons />}
        failure="We couldn't load the services."
        getCause={getErrorMessage}
      >
        {(services) => (
          <RestoreFocus>
            {services.length === 0 ? (
              <EmptyState framed icon={<Wrench aria-hidden />}>
                No services yet.
              </EmptyState>
            ) : (
              <ul aria-label="Services" className={gridClass}>
                {services.map((service) => (
                  <li key={service.id} className="min-w-0">
                    <ServiceCard
                      service={service}
                      canBook={role !== 'mechanic'}
                      note={
                        role === 'customer' && (
                          <LazyPart>
                            <PlanNote service={service} booker="customer" />
                          </LazyPart>
                        )
                      }
                      {...(isAdmin && {
                        onEdit: () => setOpenDialog({ kind: 'edit', service }),
                        onDelete: () => setOpenDialog({ kind: 'delete', service }),
                      })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </RestoreFocus>
        )}
      </Loaded>
      <ServiceInfo />
      <div className="mt-6 empty:hidden">
        <LazyPart>
          <PlansTeaser />
        </LazyPart>
      </div>
      {openDialog && (
        <LazyDialog onClose={close}>
          {openDialog.kind === 'edit' ? (
            <EditService service={openDialog.service} onClose={close} />
          ) : (
            <DeleteService service={openDialog.service} onClose={close} />
          )}
        </LazyDialog>
      )}
    </>
  );
}

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** Renders the service form, which suggests the skills already in use to prevent misspellings. */
function EditService(props: { service: Service | null; onClose: () => void }) {
  const { data: mechanics } = useMechanics();
  const mechanicSkills = mechanics?.flatMap((mechanic) => mechanic.skills);
  const { data: services = [] } = useServices();
  const skills = new Set([
    ...(mechanicSkills ?? []),
    ...services.flatMap(({ skill }) => skill ?? []),
  ]);
  return (
    <ServiceDialog
      {...props}
      knownSkills={[...skills].toSorted()}
      mechanicSkills={mechanicSkills}
    />
  );
}

function DeleteService({ service, onClose }: { service: Service; onClose: () => void }) {
  const remove = useDeleteService();

  async function confirm() {
    try {
      await remove.mutateAsync(service.id);
    } catch (error) {
      showFailureToast('Failed to delete service', getErrorMessageWithStatus(error));
      return;
    }
    showToast({ title: 'Service deleted', description: service.name });
    onClose();
  }

  return (
    <ConfirmDialog
      title="Delete Service"
      description={`Are you sure you want to delete the service "${service.name}"?`}
      action="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        Customers will no longer be able to book it. Existing appointments are kept.
      </p>
    </ConfirmDialog>
  );
}

function CardSkeletons() {
  return (
    <div className={gridClass}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="rounded-lg border border-line bg-sheet p-4 sm:p-5">
          <div className="flex justify-between gap-4">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-16" />
          </div>
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-3/4" />
          <div className="mt-5 flex justify-between gap-4">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-11 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}
