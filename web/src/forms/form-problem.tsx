import { Callout } from '../ui/callout.tsx';

/** Shows a problem with the whole form, such as the server's reason for refusing it. */
export function FormProblem({ children }: { children: string | undefined }) {
  return children === undefined ? null : (
    <Callout tone="alert">
      <p>{children}</p>
    </Callout>
  );
}
