import { Callout } from '../ui/callout.tsx';

/** Shows what is wrong with a form as a whole: the sentence of the call that refused it. */
export function FormProblem({ children }: { children: string | undefined }) {
  return children === undefined ? null : (
    <Callout tone="alert">
      <p>{children}</p>
    </Callout>
  );
}
