import { Phone } from 'lucide-react';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { telephoneUrl } from '../../lib/telephone.ts';
import { Button, buttonClass, type ButtonSize } from '../../ui/button.tsx';

interface CallCustomerProps {
  customer: Appointment['customer'];
  size?: ButtonSize;
}

const icon = <Phone className="size-5 shrink-0" aria-hidden />;

/** Renders a link that calls the customer, or, without a phone number, a disabled button that says why. */
export function CallCustomer({ customer, size = 'md' }: CallCustomerProps) {
  if (customer.phone) {
    return (
      <a href={telephoneUrl(customer.phone)} className={buttonClass({ size })}>
        {icon}
        {/* On the narrowest phones, there is no room for both words next to another button. */}
        <span>
          Call<span className="max-[22rem]:sr-only"> Customer</span>
        </span>
      </a>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Button size={size} icon={icon} disabledReason={noNumberText}>
        Call Customer
      </Button>
      <p aria-hidden className="text-xs text-ink-soft">
        {noNumberText}
      </p>
    </div>
  );
}

const noNumberText = 'No phone number on file.';
