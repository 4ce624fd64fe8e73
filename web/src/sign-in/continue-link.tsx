import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { useSessionUser } from '../session/queries.ts';
import { buttonClass } from '../ui/button.tsx';

/** Renders the way on from a page that a link opened: to the dashboard or, for visitors, to log in. */
export function ContinueLink() {
  const user = useSessionUser();
  return (
    <Link
      to={user ? paths.dashboard : paths.signIn}
      className={buttonClass({ variant: 'primary', block: true })}
    >
      {user ? 'Go to your dashboard' : 'Log in'}
    </Link>
  );
}
