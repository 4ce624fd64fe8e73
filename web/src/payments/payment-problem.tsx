import { Callout } from '../ui/callout.tsx';
import { refusalOf } from './form-problems.ts';

/** Over a form about a payment: why nothing came of it, unless that stands at a field. */
export function PaymentProblem({ error }: { error: Error | null }) {
  const { sentence } = refusalOf(error);
  return sentence === undefined ? null : (
    <Callout tone="alert">
      <p>{sentence}</p>
    </Callout>
  );
}
