import type { Service } from '@curbwrench/contract/services/schemas';
import { Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMoney } from '../business/money.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

interface ServiceFieldProps {
  services: readonly Service[];
  value: number | null;
  error: string | undefined;
  /** The effect of a plan on the selected service's price. */
  note: ReactNode;
  onValueChange: (serviceId: number) => void;
}

/** Renders the select for a service, and the selected service's description and duration. */
export function ServiceField({ services, value, error, note, onValueChange }: ServiceFieldProps) {
  const money = useMoney();
  const selected = services.find((service) => service.id === value);
  return (
    <div className="grid gap-2.5">
      <Field label="Service Type" error={error}>
        {(control) => (
          <Select
            {...control}
            placeholder="Select a service"
            value={selected?.id ?? ''}
            onChange={({ target }) => onValueChange(Number(target.value))}
          >
            {services.map((service) => (
              <option key={service.id} value={service.id}>
                {service.name} - {money(service.price)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {selected && (
        <div className="border-l-3 border-line-strong pl-3 text-ink-soft">
          <p className="max-w-prose">{selected.description}</p>
          <div className="mt-1 flex flex-wrap items-center gap-x-4 font-medium text-ink">
            <p className="inline-flex items-center gap-1.5">
              <Clock3 className="size-4 text-ink-faint" aria-hidden />
              {durationText(selected.duration)}
            </p>
            {note}
          </div>
        </div>
      )}
    </div>
  );
}

/** Returns a number of minutes as text: '1 minute', '45 minutes'. */
export function durationText(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
