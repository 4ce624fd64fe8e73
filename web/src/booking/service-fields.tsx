import type { Service } from '@curbwrench/contract/services/schemas';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Booker, BookingValues } from './booking-form-values.ts';
import { FieldFrame } from './form-section.tsx';
import { ServiceField } from './service-field.tsx';

// These are loaded after the first paint.
const PlanNote = lazyComponent(async () => (await import('../plans/plan-note.tsx')).PlanNote);
const AdditionalServices = lazyComponent(
  async () => (await import('./additional-services.tsx')).AdditionalServices,
);

interface ServiceFieldsProps {
  services: readonly Service[];
  booker: Booker;
  values: BookingValues;
  error: string | undefined;
  onValueChange: (changes: Pick<BookingValues, 'serviceId' | 'additionalServiceIds'>) => void;
}

/** Renders the select for a service and, once one is selected, its additional services. */
export function ServiceFields({
  services,
  booker,
  values,
  error,
  onValueChange,
}: ServiceFieldsProps) {
  const { serviceId, additionalServiceIds } = values;
  const service = services.find(({ id }) => id === serviceId);
  return (
    <>
      <FieldFrame field="serviceId">
        <ServiceField
          services={services}
          value={serviceId}
          error={error}
          note={
            service && (
              <LazyPart>
                <PlanNote
                  service={service}
                  booker={booker}
                  customerId={values.customerId ?? undefined}
                />
              </LazyPart>
            )
          }
          onValueChange={(chosenId) =>
            onValueChange({
              serviceId: chosenId,
              additionalServiceIds: additionalServiceIds.filter((id) => id !== chosenId),
            })
          }
        />
      </FieldFrame>
      {service && (
        <FieldFrame field="additionalServiceIds">
          {/* As high as the button to add a service, so that the calendar below does not move under the pointer. */}
          <LazyPart skeleton={services.length > 1 ? <Skeleton className="h-touch w-52" /> : null}>
            <AdditionalServices
              services={services}
              firstId={service.id}
              value={additionalServiceIds}
              onValueChange={(ids) => onValueChange({ serviceId, additionalServiceIds: ids })}
            />
          </LazyPart>
        </FieldFrame>
      )}
    </>
  );
}
