import { roleLabels } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { UserRoundCog } from 'lucide-react';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { useSignInOptions } from '../sign-in/queries.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { TextInput } from '../ui/text-input.tsx';

const managedNote = 'Profile information is managed by your authentication provider';

const readOnlyReason = "You can't change your profile on this page.";

/** Shows the person's profile, read-only. If password sign-in is enabled, links to the page for editing the profile. */
export function ProfileTab() {
  const user = useSignedInUser();
  const { data: options } = useSignInOptions();
  const fields = [
    { label: 'First name', value: user.firstName },
    { label: 'Last name', value: user.lastName },
    { label: 'Email', value: user.email },
    { label: 'Role', value: roleLabels[user.role] },
  ];
  return (
    <Panel title="Profile" subtitle={managedNote} className="max-w-3xl">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar initials={getInitials(user)} imageUrl={user.profileImageUrl} size="lg" />
        <p className="min-w-0 flex-1 basis-44 font-display text-xl font-semibold wrap-anywhere">
          {getFullName(user)}
        </p>
        <Button disabledReason={readOnlyReason}>Change Picture</Button>
      </div>
      <div className="mt-5 grid gap-5 sm:grid-cols-2 sm:gap-4">
        {fields.map(({ label, value }) => (
          <Field key={label} label={label}>
            {({ id }) => <TextInput id={id} readOnly value={value} />}
          </Field>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button disabledReason={readOnlyReason}>Edit Profile</Button>
        {options?.passwords && (
          <Link to={paths.account} className={buttonClass()}>
            <UserRoundCog className="size-4" aria-hidden />
            Manage account
          </Link>
        )}
      </div>
    </Panel>
  );
}
