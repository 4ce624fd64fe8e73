import { maxAdditionalServices } from '@curbwrench/contract/scheduling/requested-services';
import type { Service } from '@curbwrench/contract/services/schemas';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMoney } from '../business/money.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { durationText } from './service-field.tsx';

interface AdditionalServicesProps {
  /** All services that can be booked. */
  services: readonly Service[];
  /** The id of the service that was chosen first. */
  firstId: number;
  value: readonly number[];
  onValueChange: (serviceIds: number[]) => void;
}

/** Lists the services booked in addition to the first one, with controls to add and remove them. */
export function AdditionalServices({
  services,
  firstId,
  value,
  onValueChange,
}: AdditionalServicesProps) {
  const money = useMoney();
  const [isAdding, setAdding] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isAdding) select.current?.focus();
  }, [isAdding]);
  const chosenServices = value.flatMap((id) => services.find((service) => service.id === id) ?? []);
  const otherServices = services.filter(({ id }) => id !== firstId && !value.includes(id));
  return (
    <div className="grid justify-items-start gap-2">
      {chosenServices.length > 0 && (
        <ul aria-label="Additional services" className="grid w-full gap-2">
          {chosenServices.map(({ id, name, price, duration }) => (
            <li
              key={id}
              className="flex items-center gap-3 rounded-md border border-line py-1 pr-1 pl-3"
            >
              <p className="min-w-0 flex-1 leading-tight">
                <span className="font-medium wrap-anywhere">{name}</span>{' '}
                <span className="figures block text-sm text-ink-soft">
                  {money(price)}, {durationText(duration)}
                </span>
              </p>
              <Button
                variant="ghost"
                aria-label={`Remove ${name}`}
                icon={<X className="size-4" aria-hidden />}
                onClick={() => onValueChange(value.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <div className="w-full">
          <Field label="Another Service">
            {(control) => (
              <Select
                {...control}
                ref={select}
                placeholder="Select another service"
                value=""
                onChange={({ target }) => {
                  onValueChange([...value, Number(target.value)]);
                  setAdding(false);
                }}
              >
                {otherServices.map((service) => (
                  <option key={service.id} value={service.id}>
                    {service.name} - {money(service.price)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      ) : (
        value.length < maxAdditionalServices &&
        otherServices.length > 0 && (
          <Button
            variant="ghost"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add another service
          </Button>
        )
      )}
    </div>
  );
}
