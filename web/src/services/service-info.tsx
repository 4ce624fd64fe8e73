import { CalendarCheck, CircleCheck, CreditCard, MapPinCheck, Wrench } from 'lucide-react';
import { Panel } from '../ui/panel.tsx';

const benefits = [
  'We come to you: at home, at work, wherever your car is.',
  'The price of your service never changes after you book. If you need extra parts, we always ask first.',
  'You pick the day and time, and you can reschedule later.',
];

const steps = [
  {
    Icon: CalendarCheck,
    text: 'Choose a service, a day, and a time, and tell us where your car is.',
  },
  { Icon: Wrench, text: 'We assign a qualified mechanic and confirm the appointment.' },
  {
    Icon: MapPinCheck,
    text: 'On the day of your appointment, you can see when your mechanic is on the way.',
  },
  { Icon: CreditCard, text: 'You pay when the work is done and get a receipt.' },
];

/** Explains the benefits, and the steps from the booking to the payment. */
export function ServiceInfo() {
  return (
    <Panel aria-label="About our services" className="mt-8">
      <div className="grid gap-8 md:grid-cols-2 md:gap-10">
        <section>
          <h2 className="text-lg">Benefits</h2>
          <ul className="mt-3 grid gap-2.5">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-3">
                <CircleCheck className="mt-0.5 size-5 shrink-0 text-done-edge" aria-hidden />
                <span className="max-w-prose">{benefit}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2 className="text-lg">How It Works</h2>
          <ol className="mt-3 grid gap-2.5">
            {steps.map(({ Icon, text }) => (
              <li key={text} className="flex gap-3">
                <Icon className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden />
                <span className="max-w-prose">{text}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Panel>
  );
}
