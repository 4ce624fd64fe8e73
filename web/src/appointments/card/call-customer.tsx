import { Phone } from 'lucide-react';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { telephoneUrl } from '../../lib/telephone.ts';
import { Button, buttonClass, type ButtonSize } from '../../ui/button.tsx';

interface CallCustomerProps {
  customer: Appointment['customer'];
  size?: ButtonSize;
}

const icon = <Phone className="size-5 shrink-0" aria-hidden />;

/** Renders a link that calls the customer from the phone; without a number it says so. */
export function CallCustomer({ customer, size = 'md' }: CallCustomerProps) {
  if (customer.phone) {
    return (
      <a href={telephoneUrl(customer.phone)} className={buttonClass({ size })}>
        {icon}
        Call Customer
      </a>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Button size={size} icon={icon} disabledReason={noNumber}>
        Call Customer
      </Button>
      <p aria-hidden className="text-xs text-ink-soft">
        {noNumber}
      </p>
    </div>
  );
}

const noNumber = 'No phone number is known.';
