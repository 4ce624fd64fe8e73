import { twoFactorCode } from '@curbwrench/contract/accounts/schemas';
import { trustedBrowserDays } from '@curbwrench/contract/accounts/one-time-links';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { CodeField } from '../forms/code-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface CodeStepProps {
  onDone: () => Promise<void>;
  /** Returns to the password form. */
  onBack: () => void;
}

/** Asks for the second factor: a code from the authenticator app, or one of the backup codes. */
export function CodeStep({ onDone, onBack }: CodeStepProps) {
  const [isBackup, setIsBackup] = useState(false);
  const form = useForm<z.input<typeof twoFactorCode>, unknown, z.output<typeof twoFactorCode>>({
    resolver: zodResolver(twoFactorCode),
    defaultValues: { code: '', trust: false },
  });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await request('signInWithCode', { body });
    await onDone();
  });

  const { setFocus } = form;
  // Runs after the field for the other type of code is rendered; before that there is no field to focus.
  useEffect(() => setFocus('code'), [setFocus, isBackup]);

  function switchCodeType() {
    setIsBackup(!isBackup);
    form.reset({ ...form.getValues(), code: '' });
  }

  return (
    <AuthFrame
      title="Enter your code"
      subtitle={
        isBackup
          ? 'Use one of your backup codes. Each code works only once.'
          : 'Use the six-digit code from your authenticator app.'
      }
    >
      <form noValidate aria-label="Enter your code" onSubmit={handleSubmit} className="grid gap-5">
        <FormProblem>{problem}</FormProblem>
        <CodeField
          label={isBackup ? 'Backup code' : 'Code'}
          allowBackupCodes={isBackup}
          error={form.formState.errors.code?.message}
          {...form.register('code')}
        />
        <Checkbox
          {...form.register('trust')}
          label={`Don't ask again on this browser for ${trustedBrowserDays} days`}
        />
        <Button
          type="submit"
          variant="primary"
          block
          pending={isPending}
          pendingLabel="Logging in..."
        >
          Log in
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="ghost" onClick={switchCodeType}>
            {isBackup ? 'Use your authenticator app' : 'Use a backup code'}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            Back
          </Button>
        </div>
      </form>
    </AuthFrame>
  );
}
