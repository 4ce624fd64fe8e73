import type { Vehicle } from '@curbwrench/contract/vehicles/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { CarFront, Plus } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessageWithStatus, getErrorMessage } from '../api/api-error.ts';
import { useToday } from '../business/today.ts';
import { CustomerField } from '../people/customer-field.tsx';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { useDeleteVehicle, useVehicles } from './queries.ts';
import { VehicleCard } from './vehicle-card.tsx';
import { VehicleDialog } from './vehicle-dialog.tsx';

/** Lists the viewer's own vehicles, or for the office the vehicles of a selected customer. */
export function VehiclesTab() {
  const { role } = useSignedInUser();
  const [customerId, setCustomerId] = useState<string | null>(null);
  if (!isOfficeRole(role)) return <VehicleList customerId={undefined} />;
  return (
    <div className="grid gap-6">
      <div className="max-w-xl">
        <CustomerField value={customerId} error={undefined} onValueChange={setCustomerId} />
      </div>
      {customerId === null ? (
        <p className="text-ink-soft">Choose a customer to see and change their vehicles.</p>
      ) : (
        <VehicleList key={customerId} customerId={customerId} />
      )}
    </div>
  );
}

type OpenDialog = { readonly kind: 'edit' | 'delete'; readonly vehicle: Vehicle } | 'add' | null;

function VehicleList({ customerId }: { customerId: string | undefined }) {
  const query = useVehicles({ customerId });
  const today = useToday();
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <h2 className="sr-only">Vehicles</h2>
      <Button
        variant="primary"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => setOpenDialog('add')}
        className="mb-4"
      >
        Add Vehicle
      </Button>
      <Loaded
        query={query}
        skeleton={<CardSkeletons />}
        failure="We couldn't load the vehicles."
        getCause={getErrorMessage}
      >
        {(vehicles) => (
          <RestoreFocus>
            {vehicles.length === 0 ? (
              <EmptyState framed className="mt-4" icon={<CarFront aria-hidden />}>
                {customerId === undefined
                  ? "You haven't added any vehicles yet."
                  : 'This customer has no vehicles yet.'}
              </EmptyState>
            ) : (
              <ul aria-label="Vehicles" className={gridClass}>
                {vehicles.map((vehicle) => (
                  <li key={vehicle.id} className="min-w-0">
                    <VehicleCard
                      vehicle={vehicle}
                      today={today}
                      onEdit={() => setOpenDialog({ kind: 'edit', vehicle })}
                      onDelete={() => setOpenDialog({ kind: 'delete', vehicle })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </RestoreFocus>
        )}
      </Loaded>
      {openDialog === 'add' && (
        <VehicleDialog vehicle={null} customerId={customerId} onClose={close} />
      )}
      {openDialog !== null && openDialog !== 'add' && openDialog.kind === 'edit' && (
        <VehicleDialog vehicle={openDialog.vehicle} customerId={customerId} onClose={close} />
      )}
      {openDialog !== null && openDialog !== 'add' && openDialog.kind === 'delete' && (
        <DeleteVehicle vehicle={openDialog.vehicle} onClose={close} />
      )}
    </>
  );
}

const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

function DeleteVehicle({ vehicle, onClose }: { vehicle: Vehicle; onClose: () => void }) {
  const remove = useDeleteVehicle();

  async function confirm() {
    try {
      await remove.mutateAsync(vehicle.id);
    } catch (error) {
      showFailureToast('Failed to delete vehicle', getErrorMessageWithStatus(error));
      return;
    }
    showToast({ title: 'Vehicle deleted', description: `${vehicle.make} ${vehicle.model}` });
    onClose();
  }

  return (
    <ConfirmDialog
      title="Delete Vehicle"
      description={`Are you sure you want to delete ${vehicle.make} ${vehicle.model}?`}
      action="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="text-ink-soft">The vehicle's service history will be kept.</p>
    </ConfirmDialog>
  );
}

function CardSkeletons() {
  return (
    <div className={gridClass}>
      {Array.from({ length: 2 }, (_, index) => (
        <div key={index} className="rounded-lg border border-line bg-sheet p-4 sm:p-5">
          <div className="flex justify-between gap-4">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-20" />
          </div>
          <div className="mt-5 grid grid-cols-2 gap-4">
            {Array.from({ length: 4 }, (_unused, detailIndex) => (
              <Skeleton key={detailIndex} className="h-10 w-24" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
