import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { useSessionUser } from '../session/queries.ts';
import { buttonClass } from '../ui/button.tsx';

/** On a page that an emailed link opened, links to the dashboard or, for visitors, to the login page. */
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
